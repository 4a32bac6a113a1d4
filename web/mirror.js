// The game's mirror in the DOM. A canvas is opaque to screen readers, so everything that can be read or pressed on it exists a
// second time here, invisible, at the same place on the page: the board as a grid of buttons, the status as a live line, and
// every button of the current screen. Reports of the game keep it up to date; changes are made in place, so that the focus
// stays where it is.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Column and row of a square named like "d3", both from 0. */
function position(square) {
  return [square.toLowerCase().charCodeAt(0) - "a".charCodeAt(0), Number(square.slice(1)) - 1];
}

function cellLabel(cell) {
  const parts = [cell.square, cell.disc ?? "empty"];
  if (cell.legal) parts.push("legal move");
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

function place(element, left, top, width, height) {
  const style = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  setAttribute(element, "style", style);
}

/**
 * @param {HTMLElement} root the element with the parts `#status`, `#counts`, `#board` and `#buttons`
 * @param {{play(square: string): void, focusSquare(square: string): void, activate(id: string): void,
 *          focusCanvas(): void}} actions what the mirror asks of the game and of the page
 */
export function createMirror(root, actions) {
  const status = root.querySelector("#status");
  const counts = root.querySelector("#counts");
  const grid = root.querySelector("#board");
  const list = root.querySelector("#buttons");
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

  function updateButtons(buttons) {
    const old = [...list.children].map((item) => item.firstElementChild);
    const byId = new Map(old.map((button) => [button.dataset.id, button]));
    const chosen = buttons.map(({ id }) => {
      const button = byId.get(id);
      if (button) old.splice(old.indexOf(button), 1);
      return button;
    });
    buttons.forEach(({ id, label, area }, index) => {
      // A screen that was laid out anew has the same buttons under new names: the label says which is which.
      const twin = chosen[index] ? -1 : old.findIndex((button) => button.textContent === label);
      let button = twin < 0 ? chosen[index] : old.splice(twin, 1)[0];
      if (!button) {
        button = document.createElement("button");
        button.type = "button";
        document.createElement("li").append(button);
      }
      chosen[index] = button;
      setAttribute(button, "data-id", id);
      setText(button, label);
      place(button, area.left, area.top, area.width, area.height);
    });
    for (const button of old) button.parentElement.remove();
    chosen.forEach((button, index) => {
      const here = list.children[index] ?? null;
      if (here !== button.parentElement) list.insertBefore(button.parentElement, here);
    });
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

  return {
    /** Shows what a report of the game says. */
    update(report) {
      const focused = root.contains(document.activeElement) ? document.activeElement : null;
      setText(status, report.status);
      const { black = 0, white = 0, ...others } = report.counts ?? {};
      const all = report.board === null ? [] : Object.entries({ black, white, ...others });
      setText(counts, all.map(([disc, count]) => `${disc} ${count}`).join(", "));
      updateGrid(report.board);
      updateButtons(report.buttons);
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
