/** Whether a dialog stands over the screen; one that is on its way out no longer does. */
export const isUnderDialog = (): boolean =>
  document.querySelector(
    ':is([role="dialog"], [role="alertdialog"]):is([data-open], [aria-busy="true"]):not([data-ending-style])',
  ) !== null
