import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Place of a list whose rows leave it by buttons: the focus that left with one goes to the first link or button of the
 * row in its place, where `j` would lead, or of whatever stands there instead of the list.
 */
export function KeptFocus({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  /** Row that had the focus last; -1 for what is beside the rows. */
  const row = useRef(-1)
  const isHere = useRef(false)
  const note = ({ target }: FocusEvent) => {
    isHere.current = true
    // A dialog of a row says nothing of where the row is.
    if (place.current?.contains(target))
      row.current = rowsIn(place.current).findIndex(each => each.contains(target))
  }
  // A row that leaves the screen with the focus does not say so: the focus is still taken to be here.
  useLayoutEffect(() => {
    const here = place.current
    if (here === null || !isHere.current || document.activeElement !== document.body) return
    const rows = rowsIn(here)
    const next = rows[Math.min(Math.max(row.current, 0), rows.length - 1)] ?? here
    const opener = next.querySelector<HTMLElement>('a[href], button:not([disabled])') ?? here
    opener.focus()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is pressed here, it is told where the focus goes
    <div
      ref={place}
      tabIndex={-1}
      className="outline-none"
      onFocus={note}
      onBlur={() => {
        isHere.current = false
      }}
    >
      {children}
    </div>
  )
}

const rowsIn = (place: HTMLElement): HTMLElement[] => [...place.querySelectorAll<HTMLElement>('li')]
