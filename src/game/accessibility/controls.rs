//! Describes the controls: buttons, fields and sliders, and the question that they answer.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, Checked, ComputedNode, ComputedStackIndex, InteractionDisabled, UiGlobalTransform};

use crate::game::accessibility::report::{
    AreaReport, ButtonKind, ButtonReport, ControlReport, FieldReport, SliderReport,
};
use crate::game::accessibility::shown_texts::{ShownTexts, TextReport, without_reported};
use crate::game::accessibility::speech::shown_sentence;
use crate::game::text::worded::Described;
use crate::game::text::{Catalogue, Phrase};
use crate::game::ui::button::{ControlKey, area_of};
use crate::game::ui::option_grid::GridWalk;
use crate::game::ui::question::Questions;
use crate::game::ui::setting_row::SwitchButton;
use crate::game::ui::slider::Slider;
use crate::game::ui::text_field::TextField;

/// Queries that find the usable controls.
#[derive(SystemParam)]
pub(super) struct Controls<'w, 's> {
    all: Query<'w, 's, Control>,
    questions: Questions<'w, 's>,
    groups: Query<'w, 's, (Entity, &'static TabGroup)>,
    parents: Query<'w, 's, &'static ChildOf>,
    grids: GridWalk<'w, 's>,
    texts: ShownTexts<'w, 's>,
}

impl Controls<'_, '_> {
    /// Full text of the question that must be answered before anything else.
    pub(super) fn question(&self, catalogue: &Catalogue) -> Option<String> {
        self.questions.uppermost().map(|(entity, _)| in_sentences(&self.texts.below(entity), catalogue))
    }

    /// The usable controls in the order of drawing. While a question is open, only its own can be used.
    pub(super) fn in_reach(&self) -> Vec<ControlItem<'_, '_>> {
        let question = self.questions.uppermost();
        let is_in_reach = |control: &ControlItem| {
            let ancestors = self.parents.iter_ancestors(control.entity);
            let mut around = ancestors.filter_map(|ancestor| self.groups.get(ancestor).ok());
            !control.node.is_empty()
                && question.is_none_or(|(question, asked)| {
                    around.any(|(entity, group)| entity == question || group.order > asked.order)
                })
        };
        let mut reached: Vec<ControlItem> = self.all.iter().filter(is_in_reach).collect();
        reached.sort_by_key(|control| control.order.0);
        reached
    }

    pub(super) fn button(&self, control: &ControlItem, window: &Window, catalogue: &Catalogue) -> Option<ButtonReport> {
        (control.field.is_none() && control.slider.is_none()).then(|| ButtonReport {
            control: self.report_with_words(control, window, catalogue),
            disabled: control.is_disabled,
            chosen: control.is_chosen,
            grid: self.grids.grid_of(control.entity).map(|grid| grid.to_bits().to_string()),
            stop: control.stop.is_some_and(|stop| stop.0 >= 0),
            kind: if control.is_switch { ButtonKind::Switch } else { ButtonKind::Button },
        })
    }

    /// Reports a button. Unless it has a description, its visible text is reported as one.
    fn report_with_words(&self, button: &ControlItem, window: &Window, catalogue: &Catalogue) -> ControlReport {
        let mut report = button.report(window, catalogue);
        if button.described.is_none() {
            let words = without_reported(self.texts.inside(button.entity), &[report.label.as_str()]);
            report.description = in_sentences(&words, catalogue);
        }
        report
    }

    /// All texts of the screen.
    pub(super) fn texts(&self) -> Vec<TextReport> {
        self.texts.all()
    }
}

/// Query for everything that can be pressed, slid or typed into.
#[derive(QueryData)]
pub(super) struct Control {
    entity: Entity,
    key: &'static ControlKey,
    label: &'static AccessibleLabel,
    described: Option<&'static Described>,
    node: &'static ComputedNode,
    transform: &'static UiGlobalTransform,
    clip: Option<&'static CalculatedClip>,
    order: &'static ComputedStackIndex,
    is_disabled: Has<InteractionDisabled>,
    is_chosen: Has<Checked>,
    field: Option<&'static TextField>,
    slider: Option<&'static Slider>,
    is_switch: Has<SwitchButton>,
    stop: Option<&'static TabIndex>,
}

impl ControlItem<'_, '_> {
    pub(super) fn field(&self, window: &Window, catalogue: &Catalogue) -> Option<FieldReport> {
        self.field.map(|field| FieldReport {
            control: self.report(window, catalogue),
            text: field.text.clone(),
            placeholder: catalogue.words(&field.placeholder),
            max_length: field.max_characters,
        })
    }

    pub(super) fn slider(&self, window: &Window, catalogue: &Catalogue) -> Option<SliderReport> {
        self.slider.map(|slider| SliderReport {
            control: self.report(window, catalogue),
            value: slider.value,
            least: slider.range.0,
            most: slider.range.1,
            step: slider.step,
            text: catalogue.words(&slider.words),
        })
    }

    fn report(&self, window: &Window, catalogue: &Catalogue) -> ControlReport {
        let scale = window.scale_factor();
        let all = Rect::from_corners(Vec2::ZERO, window.size());
        let within = self
            .clip
            .map(|CalculatedClip { clip }| Rect { min: clip.min / scale, max: clip.max / scale }.intersect(all));
        ControlReport {
            entity: self.entity,
            id: self.entity.to_bits().to_string(),
            key: self.key.0.clone(),
            label: self.label.0.clone(),
            description: self.described.map(|described| catalogue.words(&described.0)).unwrap_or_default(),
            area: area_of(self.node, self.transform, window).into(),
            within: within.map(AreaReport::from),
        }
    }
}

/// Joins texts, each ended like a sentence, for speech.
fn in_sentences(texts: &[TextReport], catalogue: &Catalogue) -> String {
    catalogue.words(&Phrase::sentences(texts.iter().map(|found| shown_sentence(&found.text))))
}
