/** Peek: the page of a row, beside its list. A row asks for it, and the shell, which has subscribed, shows it. */

let show: ((address: string) => void) | null = null

export const peek = {
  /** Shows the page at this address beside the list. */
  at: (address: string): void => show?.(address),
  /** Sets the function that shows a page; returns a function that removes it. */
  shownBy(shower: (address: string) => void): () => void {
    show = shower
    return () => {
      show = null
    }
  },
}
