// The game's mirror in the DOM. A canvas is opaque to screen readers, so everything that can be read or pressed on it exists a
// second time here, invisible, at the same place on the page: the board as a grid of buttons, the status as a live line, and
// every button and text field of the current screen. Reports of the game keep it up to date; changes are made in place, so
// that the focus stays where it is. Only a text field is ever seen: while it is typed into, so that phones show their keyboard
// and every way of writing works.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Column and row of a square named like "d3", both from 0. */
function position(square) {
  return [square.toLowerCase().charCodeAt(0) - "a".charCodeAt(0), Number(square.slice(1)) - 1];
}

function cellLabel(cell) {
  const parts = [cell.square, cell.hole ? "no square" : cell.disc ?? "empty"];
  if (cell.legal) parts.push("legal move");
  if (cell.worth) parts.push(`worth ${cell.worth}`);
  if (cell.last) parts.push("last move");
  return parts.join(", ");
}

// Writing an unchanged value would still make some screen readers speak again.
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function place(element, left, top, width, height, style = "") {
  setAttribute(element, "style", `left:${left}px;top:${top}px;width:${width}px;height:${height}px;${style}`);
}

/** The part of a control's area that is seen: what scrolls out of its place keeps a pixel at the edge, to be found there. */
function seen({ area, within }) {
  const { left, top, width, height } = within ?? area;
  const [right, bottom] = [left + width, top + height];
  const x = Math.min(Math.max(area.left, left), right - 1);
  const y = Math.min(Math.max(area.top, top), bottom - 1);
  return [x, y, Math.max(Math.min(area.left + area.width, right) - x, 1), Math.max(Math.min(area.top + area.height, bottom) - y, 1)];
}

/**
 * Makes the items of a list fit the reports of what they stand for, and keeps those that are there already.
 * `make` makes an element, `label` tells what it is called, `update` brings it in line with its report.
 */
function updateList(list, reports, { make, label, update }) {
  const old = [...list.children].map((item) => item.firstElementChild);
  const byId = new Map(old.map((element) => [element.dataset.id, element]));
  const chosen = reports.map(({ id }) => {
    const element = byId.get(id);
    if (element) old.splice(old.indexOf(element), 1);
    return element;
  });
  reports.forEach((report, index) => {
    // A screen that was laid out anew has the same controls under new names: the label says which is which.
    const twin = chosen[index] ? -1 : old.findIndex((element) => label(element) === report.label);
    let element = twin < 0 ? chosen[index] : old.splice(twin, 1)[0];
    if (!element) {
      element = make();
      document.createElement("li").append(element);
    }
    chosen[index] = element;
    setAttribute(element, "data-id", report.id);
    update(element, report);
  });
  for (const element of old) element.parentElement.remove();
  chosen.forEach((element, index) => {
    const here = list.children[index] ?? null;
    if (here !== element.parentElement) list.insertBefore(element.parentElement, here);
  });
}

function updateButtons(list, buttons) {
  updateList(list, buttons, {
    make() {
      const button = document.createElement("button");
      button.type = "button";
      return button;
    },
    label: (button) => button.textContent,
    update(button, report) {
      const { label, chosen, disabled } = report;
      place(button, ...seen(report));
      setText(button, label);
      setAttribute(button, "aria-disabled", String(disabled));
      // Only where it says something: what is never chosen is no switch.
      if (chosen || button.hasAttribute("aria-pressed")) setAttribute(button, "aria-pressed", String(chosen));
    },
  });
}

function updateFields(list, fields) {
  updateList(list, fields, {
    make() {
      const field = document.createElement("input");
      field.type = "text";
      field.autocomplete = "off";
      field.enterKeyHint = "done";
      return field;
    },
    label: (field) => field.getAttribute("aria-label"),
    update(field, report) {
      const { label, text, placeholder, max_length: maxLength, area } = report;
      // Below 16 pixels, phones enlarge the whole page when a field gets the focus.
      place(field, ...seen(report), `font-size:${Math.max(16, area.height * 0.36)}px`);
      setAttribute(field, "aria-label", label);
      setAttribute(field, "placeholder", placeholder);
      field.maxLength = maxLength;
      // While it is typed into, the field leads: a report may still tell of the text before the last key.
      if (field !== document.activeElement && field.value !== text) field.value = text;
    },
  });
}

/**
 * @param {HTMLElement} root the element with the parts `#status`, `#notice`, `#counts`, `#board`, `#buttons` and `#fields`
 * @param {{play(square: string): void, focusSquare(square: string): void, activate(id: string): void,
 *          reveal(id: string): void, setText(id: string, text: string): void,
 *          focusCanvas(): void}} actions what the mirror asks of the game and of the page
 */
export function createMirror(root, actions) {
  const status = root.querySelector("#status");
  const notice = root.querySelector("#notice");
  const counts = root.querySelector("#counts");
  const grid = root.querySelector("#board");
  const list = root.querySelector("#buttons");
  const fields = root.querySelector("#fields");
  /** Square name -> its button, in reading order. */
  let cells = new Map();
  let shape = "";
  let size = [0, 0];
  /** The one cell that the Tab key reaches. */
  let roving = null;

  function rove(square) {
    if (square === roving || !cells.has(square)) return;
    if (roving !== null) cells.get(roving).tabIndex = -1;
    cells.get(square).tabIndex = 0;
    roving = square;
  }

  function buildGrid(board) {
    grid.replaceChildren();
    cells = new Map();
    roving = null;
    setAttribute(grid, "aria-colcount", String(board.columns));
    setAttribute(grid, "aria-rowcount", String(board.rows));
    let row = null;
    let rowIndex = -1;
    for (const { square } of board.cells) {
      const [x, y] = position(square);
      if (y !== rowIndex) {
        rowIndex = y;
        row = document.createElement("div");
        row.setAttribute("role", "row");
        row.setAttribute("aria-rowindex", String(y + 1));
        grid.append(row);
      }
      const holder = document.createElement("div");
      holder.setAttribute("role", "gridcell");
      holder.setAttribute("aria-colindex", String(x + 1));
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.square = square;
      holder.append(button);
      row.append(holder);
      cells.set(square, button);
    }
    size = [board.columns, board.rows];
  }

  function updateGrid(board) {
    grid.hidden = board === null;
    const newShape = board === null ? "" : board.cells.map((cell) => cell.square).join(" ");
    if (newShape !== shape) {
      shape = newShape;
      if (board === null) {
        grid.replaceChildren();
        cells = new Map();
        roving = null;
      } else {
        buildGrid(board);
      }
    }
    if (board === null) return;
    for (const cell of board.cells) {
      const button = cells.get(cell.square);
      const [x, y] = position(cell.square);
      const { left, top, cell: side } = board.area;
      setAttribute(button, "aria-label", cellLabel(cell));
      setAttribute(button, "data-disc", cell.disc ?? "");
      setAttribute(button, "data-legal", String(cell.legal));
      place(button, left + x * side, top + y * side, side, side);
    }
    // While the focus is in the grid, the grid leads: a report may still tell of the square before the last key.
    if (!grid.contains(document.activeElement)) rove(board.focus ?? roving ?? board.cells[0]?.square);
  }

  /** The next existing square in a direction, across holes of the board. */
  function neighbour(square, [dx, dy]) {
    let [x, y] = position(square);
    for (;;) {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= size[0] || y >= size[1]) return null;
      const name = String.fromCharCode("a".charCodeAt(0) + x) + (y + 1);
      if (cells.has(name)) return name;
    }
  }

  function keyTarget(event, square) {
    if (event.key in ARROWS) return neighbour(square, ARROWS[event.key]);
    if (event.key !== "Home" && event.key !== "End") return null;
    const row = position(square)[1];
    const names = [...cells.keys()].filter((name) => event.ctrlKey || position(name)[1] === row);
    return event.key === "Home" ? names[0] : names.at(-1);
  }

  grid.addEventListener("keydown", (event) => {
    const square = event.target.dataset.square;
    const target = square && keyTarget(event, square);
    if (!target) return;
    event.preventDefault();
    cells.get(target).focus({ preventScroll: true });
  });
  grid.addEventListener("focusin", (event) => {
    const square = event.target.dataset.square;
    rove(square);
    actions.focusSquare(square);
  });
  grid.addEventListener("click", (event) => {
    const square = event.target.dataset.square;
    if (square) actions.play(square);
  });
  list.addEventListener("click", (event) => {
    const id = event.target.dataset.id;
    if (id) actions.activate(id);
  });
  for (const controls of [list, fields]) {
    controls.addEventListener("focusin", (event) => {
      const id = event.target.dataset.id;
      if (id) actions.reveal(id);
    });
  }
  fields.addEventListener("input", (event) => actions.setText(event.target.dataset.id, event.target.value));
  fields.addEventListener("keydown", (event) => {
    // The keyboard of a phone goes away with the focus.
    if ((event.key === "Enter" && !event.isComposing) || event.key === "Escape") actions.focusCanvas();
  });

  return {
    /** Gives the focus to the text field at a point of the page; called for a click, without which phones show no keyboard. */
    focusFieldAt(x, y) {
      for (const field of fields.querySelectorAll("input")) {
        const { left, top, right, bottom } = field.getBoundingClientRect();
        if (x >= left && x < right && y >= top && y < bottom) field.focus({ preventScroll: true });
      }
    },
    /** Shows what a report of the game says. */
    update(report) {
      const focused = root.contains(document.activeElement) ? document.activeElement : null;
      setText(status, report.status);
      setText(notice, report.notice ?? "");
      const { black = 0, white = 0, ...others } = report.counts ?? {};
      const all = report.screen === "match" ? Object.entries({ black, white, ...others }) : [];
      setText(counts, all.map(([disc, count]) => `${disc} ${count}`).join(", "));
      updateGrid(report.board);
      updateButtons(list, report.buttons);
      updateFields(fields, report.fields);
      root.dataset.screen = report.screen;
      root.dataset.phase = report.phase ?? "";
      root.hidden = false;
      if (focused === null || focused === document.activeElement) return;
      // What had the focus is gone, or was moved: a keyboard user must not fall back to the top of the page.
      const next = focused.isConnected ? focused : list.querySelector("button");
      if (next && next.checkVisibility?.() !== false) next.focus({ preventScroll: true });
      else actions.focusCanvas();
    },
  };
}
