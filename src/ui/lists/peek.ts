/** A look at a row's page without leaving its list: a row asks for it, and the shell shows it. */

let show: ((address: string) => void) | null = null

export const peek = {
  /** Shows the page at this address beside the list. */
  at: (address: string): void => show?.(address),
  /** Names who shows it; returns a function that withdraws. */
  shownBy(shower: (address: string) => void): () => void {
    show = shower
    return () => {
      show = null
    }
  },
}
