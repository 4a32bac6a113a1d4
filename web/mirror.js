// Accessible copy of the game in the DOM. Screen readers cannot see into a canvas, so everything readable or pressable
// on it also exists here, invisibly and at the same place: the board as a grid of buttons, the status as a live region,
// and every button and text field of the screen. The game's reports keep it current. Elements are changed in place so
// that the focus stays. Only a text field is ever visible, while it is being edited, so that phones show their keyboard
// and input methods work.

import { translate } from "./words.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Keys that move the focus within the mirror or press the focused element. */
const OWN_KEYS = new Set(["Tab", "Enter", " ", "Home", "End", ...Object.keys(ARROWS)]);

/**
 * Returns whether a key is the browser's own: with Alt or Meta, arrows and Home lead to other pages.
 * @param {KeyboardEvent} event
 */
function isBrowsers(event) {
  return event.altKey || event.metaKey;
}

/**
 * Sets a text only if it has changed, since some screen readers repeat even unchanged ones.
 * @param {Element} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets the text of a line, and hides the line while empty.
 * @param {HTMLElement} element
 * @param {string} text
 */
function setLine(element, text) {
  setText(element, text);
  if (element.hidden !== (text === "")) element.hidden = text === "";
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * @param {HTMLElement} element
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function place(element, left, top, width, height) {
  // Set one by one, since a page's policy may forbid the attribute `style`.
  const { style } = element;
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/**
 * The visible part of a control's or square's area. One scrolled out of view keeps a pixel at the edge, so that it can
 * still be found.
 * @param {Pick<ControlReport, "area" | "within">} control
 * @returns {[number, number, number, number]}
 */
function seen({ area, within }) {
  const { left, top, width, height } = within ?? area;
  const [right, bottom] = [left + width, top + height];
  const x = Math.min(Math.max(area.left, left), right - 1);
  const y = Math.min(Math.max(area.top, top), bottom - 1);
  return [x, y, Math.max(Math.min(area.left + area.width, right) - x, 1), Math.max(Math.min(area.top + area.height, bottom) - y, 1)];
}

/**
 * Returns whether an element can have the focus. A hidden one keeps it until the browser draws the next frame.
 * @param {Element} element
 */
function isSeen(element) {
  return element.isConnected && element.checkVisibility?.() !== false;
}

/**
 * Shows the texts of a screen, with headings. Unchanged texts keep their elements, so that readers keep their place.
 * @param {HTMLElement} root
 * @param {TextReport[]} texts
 */
function updateTexts(root, texts) {
  root.hidden = texts.length === 0;
  texts.forEach(({ is_heading: isHeading, text }, index) => {
    const name = isHeading ? "h2" : "p";
    const before = root.children[index];
    if (before?.localName === name) {
      setText(before, text);
      return;
    }
    const element = document.createElement(name);
    element.textContent = text;
    if (before) before.replaceWith(element);
    else root.append(element);
  });
  while (root.children.length > texts.length) root.lastElementChild?.remove();
}

/**
 * Updates the items of a list to match their reports, and reuses existing elements. `make` creates an element, `label`
 * returns its name, and `update` applies a report.
 * @template {HTMLElement} E
 * @template {ControlReport} R
 * @param {Element} list
 * @param {R[]} reports
 * @param {{make(): E, label(element: E): string | null, update(element: E, report: R): void}} how
 */
function updateList(list, reports, { make, label, update }) {
  const old = [...list.children].map((item) => /** @type {E} */ (item.firstElementChild));
  const byId = new Map(old.map((element) => [element.dataset.id, element]));
  const chosen = reports.map(({ id }) => {
    const element = byId.get(id);
    if (element) old.splice(old.indexOf(element), 1);
    return element;
  });
  reports.forEach((report, index) => {
    // A screen that was laid out again has the same controls under new ids, so they are matched by label.
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
  for (const element of old) element.parentElement?.remove();
  /** @type {HTMLElement} */ (list).hidden = reports.length === 0;
  chosen.forEach((element, index) => {
    const item = element?.parentElement;
    const here = list.children[index] ?? null;
    if (item && here !== item) list.insertBefore(item, here);
  });
}

/**
 * @param {Element} list
 * @param {ButtonReport[]} buttons
 */
function updateButtons(list, buttons) {
  updateList(list, buttons, {
    make() {
      const button = document.createElement("button");
      button.type = "button";
      return button;
    },
    label: (button) => button.textContent,
    update(button, report) {
      const { label, description, chosen, disabled, kind } = report;
      place(button, ...seen(report));
      setText(button, label);
      if (description) setAttribute(button, "aria-description", description);
      else button.removeAttribute("aria-description");
      setAttribute(button, "aria-disabled", String(disabled));
      if (kind === "switch") {
        setAttribute(button, "role", "switch");
        setAttribute(button, "aria-checked", String(chosen));
      } else if (chosen || button.hasAttribute("aria-pressed")) {
        // Only where it has a meaning: a button that is never chosen is not a switch.
        setAttribute(button, "aria-pressed", String(chosen));
      }
      // Tab stops only once in a group of choices, so that nobody has to step through all boards to reach the next
      // button.
      setAttribute(button, "data-grid", report.grid ?? "");
      const stop = report.grid === null || report.stop ? 0 : -1;
      if (button.tabIndex !== stop && button !== document.activeElement) button.tabIndex = stop;
    },
  });
}

/**
 * @param {Element} list
 * @param {FieldReport[]} fields
 */
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
      // Below 16 pixels, phones zoom the page when a field gets the focus.
      place(field, ...seen(report));
      field.style.fontSize = `${Math.max(16, area.height * 0.36)}px`;
      setAttribute(field, "aria-label", label);
      setAttribute(field, "placeholder", placeholder);
      field.maxLength = maxLength;
      // While edited, the field is authoritative: a report may still have the text before the last key.
      if (field !== document.activeElement && field.value !== text) field.value = text;
    },
  });
}

/**
 * @param {Element} list
 * @param {SliderReport[]} sliders
 */
function updateSliders(list, sliders) {
  updateList(list, sliders, {
    make() {
      const slider = document.createElement("input");
      slider.type = "range";
      return slider;
    },
    label: (slider) => slider.getAttribute("aria-label"),
    update(slider, report) {
      const { label, value, least, most, step, text } = report;
      place(slider, ...seen(report));
      setAttribute(slider, "aria-label", label);
      setAttribute(slider, "min", String(least));
      setAttribute(slider, "max", String(most));
      setAttribute(slider, "step", String(step));
      if (slider.value !== String(value)) slider.value = String(value);
      setAttribute(slider, "aria-valuetext", text);
    },
  });
}

/**
 * @param {HTMLElement} root the element `#mirror` of index.html; everything in it with an id is filled from here
 * @param {{play(square: string): void, focusSquare(square: string): void, activate(id: string): void,
 *          reveal(id: string): void, setText(id: string, text: string): void,
 *          passKey(event: KeyboardEvent): void, focusCanvas(): void}} actions calls into the game and the page
 */
export function createMirror(root, actions) {
  const part = (/** @type {string} */ id) => {
    const found = root.querySelector(`#${id}`);
    if (!(found instanceof HTMLElement)) throw new Error(`the mirror has no #${id}`);
    return found;
  };
  const status = part("status");
  const notice = part("notice");
  const counts = part("counts");
  const screen = part("screen");
  const spoken = part("spoken");
  const advice = part("advice");
  const controls = part("controls");
  const question = part("question");
  const texts = part("texts");
  const grid = part("board");
  const list = part("buttons");
  const fields = part("fields");
  const sliders = part("sliders");
  /**
   * Buttons by square name, in reading order.
   * @type {Map<string, HTMLButtonElement>}
   */
  let cells = new Map();
  /**
   * Positions by square name: column and row.
   * @type {Map<string, [number, number]>}
   */
  let places = new Map();
  let shape = "";
  let size = [0, 0];
  /**
   * The one cell reachable with Tab.
   * @type {string | null}
   */
  let roving = null;
  /**
   * The cell that had the focus when the current question took it.
   * @type {HTMLElement | null}
   */
  let interrupted = null;

  /** @param {string | undefined} square */
  function rove(square) {
    const cell = cells.get(square ?? "");
    if (!cell || square === undefined || square === roving) return;
    const before = cells.get(roving ?? "");
    if (before) before.tabIndex = -1;
    cell.tabIndex = 0;
    roving = square;
  }

  /** @param {BoardReport} board */
  function buildGrid(board) {
    grid.replaceChildren();
    cells = new Map();
    places = new Map();
    roving = null;
    setAttribute(grid, "aria-colcount", String(board.columns));
    setAttribute(grid, "aria-rowcount", String(board.rows));
    let row = document.createElement("div");
    let rowIndex = -1;
    for (const { square, x, y } of board.cells) {
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
      places.set(square, [x, y]);
    }
    size = [board.columns, board.rows];
  }

  /** @param {BoardReport | null} board */
  function updateGrid(board) {
    grid.hidden = board === null;
    const newShape = board === null ? "" : board.cells.map(({ square, x, y }) => `${square} ${x} ${y}`).join(" ");
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
    setAttribute(grid, "aria-label", board.label);
    for (const cell of board.cells) {
      const button = cells.get(cell.square);
      if (!button) continue;
      const { x, y } = cell;
      const { left, top, cell: side, within } = board.area;
      const area = { left: left + x * side, top: top + y * side, width: side, height: side };
      setAttribute(button, "aria-label", cell.label);
      setAttribute(button, "data-disc", cell.disc ?? "");
      setAttribute(button, "data-legal", String(cell.legal));
      place(button, ...seen({ area, within }));
    }
    // While the focus is in the grid, the grid is authoritative: a report may still have the square before the last
    // key.
    if (!grid.contains(document.activeElement)) rove(board.focus ?? roving ?? board.cells[0]?.square);
  }

  /**
   * The next existing square in a direction, skipping holes of the board.
   * @param {string} square
   * @param {[number, number]} direction
   */
  function neighbour(square, [dx, dy]) {
    const place = places.get(square);
    if (!place) return null;
    const names = new Map([...places].map(([name, [column, row]]) => [`${column} ${row}`, name]));
    let [x, y] = place;
    for (;;) {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= size[0] || y >= size[1]) return null;
      const name = names.get(`${x} ${y}`);
      if (name !== undefined) return name;
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} square
   */
  function keyTarget(event, square) {
    const arrow = ARROWS[event.key];
    if (arrow) return neighbour(square, arrow);
    if (event.key !== "Home" && event.key !== "End") return null;
    const row = places.get(square)?.[1];
    const names = [...cells.keys()].filter((name) => event.ctrlKey || places.get(name)?.[1] === row);
    return event.key === "Home" ? names[0] : names.at(-1);
  }

  const squareOf = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).dataset.square;
  const idOf = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).dataset.id;

  grid.addEventListener("keydown", (event) => {
    const square = squareOf(event);
    const target = square && !isBrowsers(event) && keyTarget(event, square);
    if (!target) return;
    event.preventDefault();
    cells.get(target)?.focus({ preventScroll: true });
  });
  grid.addEventListener("focusin", (event) => {
    const square = squareOf(event);
    if (square === undefined) return;
    rove(square);
    actions.focusSquare(square);
  });
  grid.addEventListener("click", (event) => {
    const square = squareOf(event);
    if (square) actions.play(square);
  });
  list.addEventListener("click", (event) => {
    const id = idOf(event);
    const isDisabled = /** @type {HTMLElement} */ (event.target).ariaDisabled === "true";
    if (id && !isDisabled) actions.activate(id);
  });
  // Arrow keys move through a group of choices, regardless of their layout.
  list.addEventListener("keydown", (event) => {
    const button = /** @type {HTMLElement} */ (event.target);
    const arrow = ARROWS[event.key];
    if (!arrow || isBrowsers(event) || !button.dataset.grid) return;
    event.preventDefault();
    const choices = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(`[data-grid="${button.dataset.grid}"]`));
    const next = [...choices].indexOf(button) + arrow[0] + arrow[1];
    choices[Math.min(Math.max(next, 0), choices.length - 1)]?.focus({ preventScroll: true });
  });
  for (const part of [list, fields, sliders]) {
    part.addEventListener("focusin", (event) => {
      const id = idOf(event);
      if (id) actions.reveal(id);
    });
  }
  fields.addEventListener("input", (event) => {
    const field = event.target;
    if (field instanceof HTMLInputElement) actions.setText(field.dataset.id ?? "", field.value);
  });
  sliders.addEventListener("input", (event) => {
    const slider = event.target;
    if (slider instanceof HTMLInputElement) actions.setText(slider.dataset.id ?? "", slider.value);
  });
  fields.addEventListener("keydown", (event) => {
    // The keyboard of a phone disappears with the focus.
    if ((event.key === "Enter" && !event.isComposing) || event.key === "Escape") actions.focusCanvas();
  });

  // Passes keys that the mirror does not use to the game, except those typed into a text field.
  for (const type of /** @type {const} */ (["keydown", "keyup"])) {
    root.addEventListener(type, (event) => {
      const isText = event.target instanceof HTMLInputElement && event.target.type === "text";
      if (!isText && !event.defaultPrevented && !OWN_KEYS.has(event.key)) actions.passKey(event);
    });
  }

  /**
   * Presents a question as a modal dialog, with nothing behind it.
   * @param {Report} report
   */
  function updateQuestion(report) {
    const isAsked = report.question !== null;
    setLine(question, report.question ?? "");
    if (isAsked) {
      setAttribute(controls, "role", "dialog");
      setAttribute(controls, "aria-modal", "true");
      setAttribute(controls, "aria-label", report.question || translate("question-label"));
    } else {
      for (const name of ["role", "aria-modal", "aria-label"]) controls.removeAttribute(name);
    }
    if (isAsked) grid.hidden = true;
  }

  /**
   * Moves the focus on if its element was removed or moved, so that keyboard users are not sent to the top of the page.
   * @param {HTMLElement} focused
   */
  function keepFocus(focused) {
    const next = [interrupted, focused, list.querySelector("button")].find((element) => element && isSeen(element));
    if (next) next.focus({ preventScroll: true });
    else actions.focusCanvas();
  }

  return {
    /**
     * Focuses the text field at a point of the page. Called on a click, since otherwise phones show no keyboard.
     * @param {number} x
     * @param {number} y
     */
    focusFieldAt(x, y) {
      for (const field of fields.querySelectorAll("input")) {
        const { left, top, right, bottom } = field.getBoundingClientRect();
        if (x >= left && x < right && y >= top && y < bottom) field.focus({ preventScroll: true });
      }
    },
    /**
     * Shows the contents of a report.
     * @param {Report} report
     */
    update(report) {
      const active = document.activeElement;
      const focused = active instanceof HTMLElement && root.contains(active) ? active : null;
      if (report.question !== null && grid.contains(focused)) interrupted = focused;
      setLine(status, report.status);
      // A notice that asks something is shown as the question.
      setLine(notice, report.question?.includes(report.notice ?? "") ? "" : (report.notice ?? ""));
      setLine(counts, report.standing);
      setText(screen, report.heading);
      setLine(spoken, report.spoken.news);
      setLine(advice, report.spoken.advice);
      updateTexts(texts, report.texts);
      updateGrid(report.board);
      updateQuestion(report);
      updateButtons(list, report.buttons);
      updateFields(fields, report.fields);
      updateSliders(sliders, report.sliders);
      root.dataset.screen = report.screen;
      root.dataset.phase = report.phase ?? "";
      root.hidden = false;
      if (focused !== null) keepFocus(focused);
      if (report.question === null) interrupted = null;
    },
  };
}
