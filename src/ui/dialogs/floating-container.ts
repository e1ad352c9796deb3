/** Container of menus, popovers and tooltips: inside `main`, so that screen readers meet them within a landmark; the body on a page without one. */
export function floatingContainer(): HTMLElement {
  return document.querySelector('main') ?? document.body
}
