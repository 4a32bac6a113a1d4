// Written into the page itself, before everything else: reports a file of the page that failed to load, or a browser
// too old for the page's scripts. Once the loader runs, it reports everything itself. In old JavaScript, for old
// browsers.
(function () {
  /** @param {"download-failed" | "too-old"} trouble */
  function show(trouble) {
    document.documentElement.dataset.trouble = trouble;
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", function () {
        show(trouble);
      });
      return;
    }
    /** @param {string} id */
    function element(id) {
      return /** @type {HTMLElement} */ (document.getElementById(id));
    }
    var words = JSON.parse(element("words").textContent || "{}")[document.documentElement.lang];
    element("trouble-title").textContent = words[trouble + "-title"];
    element("trouble-text").textContent = words[trouble + "-text"];
    var button = element("trouble-button");
    button.textContent = words.retry;
    button.onclick = function () {
      location.reload();
    };
    element("trouble-details").hidden = true;
    element("stone").hidden = true;
    element("loading").hidden = true;
    element("trouble").hidden = false;
    button.focus();
  }

  window.addEventListener("error", function (event) {
    var file = event.target;
    var isLoaderThere = document.documentElement.dataset.loader !== undefined;
    // Syntax errors arrive at the window; a file that fails to load, at its element.
    if (file === window) {
      if (!isLoaderThere && event.error instanceof SyntaxError) show("too-old");
    } else if ((!isLoaderThere && file instanceof HTMLScriptElement) || (file instanceof HTMLLinkElement && file.rel === "stylesheet")) {
      show("download-failed");
    }
  }, true);

  if (!("noModule" in HTMLScriptElement.prototype)) show("too-old");
})();
