/** Container of floating elements: the page's main landmark, so that assistive technology finds them in it. */
export function floatingPlace(): HTMLElement {
  return document.querySelector('main') ?? document.body
}
