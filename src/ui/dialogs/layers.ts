/** True while a dialog covers the screen; a closing dialog no longer counts. */
export const isUnderDialog = (): boolean =>
  document.querySelector(
    ':is([role="dialog"], [role="alertdialog"]):is([data-open], [aria-busy="true"]):not([data-ending-style])',
  ) !== null
