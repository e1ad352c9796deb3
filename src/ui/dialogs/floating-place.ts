/** Where floating parts are attached: inside the page's main landmark, so that nobody finds them outside of it. */
export function floatingPlace(): HTMLElement {
  return document.querySelector('main') ?? document.body
}
