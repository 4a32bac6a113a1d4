// Loads the page many times in Firefox and WebKitGTK, and counts loads that do not reach the title screen, and those that reach
// it only after an automatic reload: `npm --prefix tests/browser run loads [TIMES] [firefox|webkit]...`.

import { PAGE } from "./environment.js";
import { DrivenPage } from "./driven_browser.js";
import { serve } from "./harness.js";

const [times = "50", ...chosen] = process.argv.slice(2);
const browsers = /** @type {("firefox" | "webkit")[]} */ (chosen.length > 0 ? chosen : ["webkit", "firefox"]);

const server = await serve(PAGE);
let failures = 0;
for (const which of browsers) {
  const page = await DrivenPage.open(which);
  let again = 0;
  for (let load = 1; load <= Number(times); load += 1) {
    await page.goto(`${server.url}?load=${load}`);
    try {
      await page.until(({ screen }) => screen === "title");
      if (await page.evaluate(() => sessionStorage.getItem("irogaeshi.restart") !== null)) again += 1;
    } catch (error) {
      failures += 1;
      console.error(`${which}, load ${load}: ${error}`);
    }
    // Lets the next load reload automatically, too.
    await page.evaluate(() => sessionStorage.removeItem("irogaeshi.restart"));
  }
  console.log(`${which}: ${times} loads, ${failures} failed so far, ${again} succeeded after an automatic reload`);
  await page.close();
}
await server.close();
process.exitCode = failures > 0 ? 1 : 0;
