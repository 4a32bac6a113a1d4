//! Finds branches of a shader that depend on uniforms alone.
//!
//! Software renderers insert the values of such uniforms into the shader and compile it again for each new value. The
//! compiled shaders then pile up.

use std::collections::{BTreeSet, HashMap};
use std::ops::BitOr;

use naga::{AddressSpace, Block, Expression, Function, Handle, Module, Statement};

/// Origin of a value. Neither flag is set for constants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Origin {
    /// The value is the same for a whole draw call.
    uniform: bool,
    /// The value differs from point to point.
    varying: bool,
}

const UNIFORM: Origin = Origin { uniform: true, varying: false };
const VARYING: Origin = Origin { uniform: false, varying: true };

impl BitOr for Origin {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { uniform: self.uniform || other.uniform, varying: self.varying || other.varying }
    }
}

/// Names of the functions that branch on uniforms alone, starting from the entry points of a shader.
pub(crate) fn functions_branching_on_uniforms(module: &Module) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in &module.entry_points {
        // Arguments of an entry point are interpolated, or are the position of the point itself.
        let arguments = vec![VARYING; entry.function.arguments.len()];
        Analysis::of(module, &entry.function, arguments, &mut found);
    }
    found
}

/// Analysis of one call of a function.
struct Analysis<'a> {
    module: &'a Module,
    function: &'a Function,
    arguments: Vec<Origin>,
    /// Origins of all values ever stored in a variable.
    variables: HashMap<usize, Origin>,
    /// Origins of the values returned by calls in this function.
    calls: HashMap<Handle<Expression>, Origin>,
    returned: Origin,
    found: BTreeSet<String>,
}

impl<'a> Analysis<'a> {
    /// Origin of the returned value. Stored and returned values also depend on the conditions under which they are
    /// stored or returned.
    fn of(module: &'a Module, function: &'a Function, arguments: Vec<Origin>, found: &mut BTreeSet<String>) -> Origin {
        let mut analysis = Self {
            module,
            function,
            arguments,
            variables: HashMap::new(),
            calls: HashMap::new(),
            returned: Origin::default(),
            found: BTreeSet::new(),
        };
        // Loops carry origins back to earlier statements. Origins only grow, so this terminates.
        loop {
            let before = (analysis.variables.clone(), analysis.calls.clone());
            analysis.found.clear();
            analysis.walk(&function.body, Origin::default());
            if (&analysis.variables, &analysis.calls) == (&before.0, &before.1) {
                break;
            }
        }
        found.append(&mut analysis.found);
        analysis.returned
    }

    /// Follows a block executed under conditions of this origin, and returns the origin of the conditions under which
    /// its end is reached: a conditional return, break or continue affects the rest of the block.
    fn walk(&mut self, block: &Block, mut under: Origin) -> Origin {
        for statement in block {
            match statement {
                Statement::Emit(_) | Statement::Break | Statement::Continue | Statement::Kill => {}
                Statement::Block(block) => under = self.walk(block, under),
                Statement::If { condition, accept, reject } => {
                    let condition = self.decide(*condition);
                    self.walk(accept, under | condition);
                    self.walk(reject, under | condition);
                    if leaves(accept) || leaves(reject) {
                        under = under | condition;
                    }
                }
                Statement::Switch { selector, cases } => {
                    let condition = self.decide(*selector);
                    for case in cases {
                        self.walk(&case.body, under | condition);
                        if leaves(&case.body) {
                            under = under | condition;
                        }
                    }
                }
                Statement::Loop { body, continuing, break_if } => {
                    let at_end = self.walk(body, under);
                    self.walk(continuing, at_end);
                    if let Some(condition) = break_if {
                        self.decide(*condition);
                    }
                }
                Statement::Return { value } => {
                    let origin = value.map_or(Origin::default(), |value| self.origin(value));
                    self.returned = self.returned | origin | under;
                }
                Statement::Store { pointer, value } => {
                    let origin = self.origin(*value) | under;
                    self.store(*pointer, origin);
                }
                Statement::Call { function, arguments, result } => {
                    let origins: Vec<Origin> = arguments.iter().map(|argument| self.origin(*argument)).collect();
                    let called = &self.module.functions[*function];
                    // A variable passed to a function may be written to.
                    let all = origins.iter().fold(under, |all, origin| all | *origin);
                    for argument in arguments {
                        self.store(*argument, all);
                    }
                    let returned = Self::of(self.module, called, origins, &mut self.found) | under;
                    if let Some(result) = result {
                        self.calls.insert(*result, returned);
                    }
                }
                other => panic!("no shader used {other:?} so far: say here what it does to variables"),
            }
        }
        under
    }

    /// Origin of a condition; records the function if it is uniforms alone.
    fn decide(&mut self, condition: Handle<Expression>) -> Origin {
        let origin = self.origin(condition);
        if origin == UNIFORM {
            let name = self.function.name.as_deref().unwrap_or("an entry point");
            // Imported names have the name of their file appended, in another spelling.
            self.found.insert(name.split("X_naga_oil").next().unwrap_or(name).to_owned());
        }
        origin
    }

    fn store(&mut self, pointer: Handle<Expression>, origin: Origin) {
        match &self.function.expressions[pointer] {
            Expression::LocalVariable(variable) => {
                let known = self.variables.entry(variable.index()).or_default();
                *known = *known | origin;
            }
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.store(*base, origin),
            _ => {}
        }
    }

    fn origin(&self, expression: Handle<Expression>) -> Origin {
        let all = |parts: &[Handle<Expression>]| {
            parts.iter().map(|part| self.origin(*part)).fold(Origin::default(), Origin::bitor)
        };
        match &self.function.expressions[expression] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::Override(_) | Expression::ZeroValue(_) => {
                Origin::default()
            }
            Expression::Compose { components, .. } => all(components),
            Expression::Access { base, index } => all(&[*base, *index]),
            Expression::AccessIndex { base: inner, .. }
            | Expression::Splat { value: inner, .. }
            | Expression::Swizzle { vector: inner, .. }
            | Expression::Load { pointer: inner }
            | Expression::Unary { expr: inner, .. }
            | Expression::Derivative { expr: inner, .. }
            | Expression::Relational { argument: inner, .. }
            | Expression::As { expr: inner, .. } => self.origin(*inner),
            Expression::FunctionArgument(index) => self.arguments[*index as usize],
            Expression::GlobalVariable(variable) => match self.module.global_variables[*variable].space {
                AddressSpace::Uniform => UNIFORM,
                other => panic!("no shader used a variable of the kind {other:?} so far: say here what it comes from"),
            },
            Expression::LocalVariable(variable) => self.variable(*variable),
            Expression::Binary { left, right, .. } => all(&[*left, *right]),
            Expression::Select { condition, accept, reject } => all(&[*condition, *accept, *reject]),
            Expression::Math { arg, arg1, arg2, arg3, .. } => {
                let others = [arg1, arg2, arg3].into_iter().flatten();
                others.fold(self.origin(*arg), |origin, other| origin | self.origin(*other))
            }
            Expression::CallResult(_) => self.calls.get(&expression).copied().unwrap_or_default(),
            other => panic!("no shader used {other:?} so far: say here what it comes from"),
        }
    }

    fn variable(&self, variable: Handle<naga::LocalVariable>) -> Origin {
        let stored = self.variables.get(&variable.index()).copied().unwrap_or_default();
        let initial = self.function.local_variables[variable].init;
        stored | initial.map_or(Origin::default(), |value| self.origin(value))
    }
}

/// Returns whether a block may leave the surrounding one.
fn leaves(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Return { .. } | Statement::Break | Statement::Continue | Statement::Kill => true,
        Statement::Block(inner) => leaves(inner),
        Statement::If { accept, reject, .. } => leaves(accept) || leaves(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| leaves(&case.body)),
        Statement::Loop { body, continuing, .. } => leaves(body) || leaves(continuing),
        _ => false,
    })
}
