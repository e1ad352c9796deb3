/**
 * Code that is loaded apart, when its part of a screen is shown. Without the network it waits and comes by itself: a part
 * that failed would take the whole screen, and what is typed in it, away.
 */
import { type ComponentType, lazy } from 'react'
import { readCode } from '#ui/code.ts'

/** `away`: a part of the screen waits for the network. `gone`: the server has other code now; a reload brings it. */
export type MissingCode = 'away' | 'gone' | null

let missing: MissingCode = null
let waiting = 0
const listeners = new Set<() => void>()

/** State of the code that the screen waits for; null while all is there. */
export const missingCode = {
  get: (): MissingCode => missing,
  subscribe: (changed: () => void): (() => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
}

function tell(next: MissingCode): void {
  missing = next
  for (const changed of listeners) changed()
}

/** Component whose code is read when it is first rendered, under a `Suspense`. */
export const late = <Props extends object>(read: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => ({ default: await readShown(read) }))

/** Code of a part that is on the screen: the person is told while it does not come. */
async function readShown<Code>(read: () => Promise<Code>): Promise<Code> {
  let isWaiting = false
  try {
    return await readCode(read, () => {
      if (!isWaiting) waiting += 1
      isWaiting = true
      if (missing === null) tell('away')
    })
  } catch {
    tell('gone')
    // Until the reload its placeholder stands.
    return new Promise(() => {})
  } finally {
    if (isWaiting) waiting -= 1
    if (waiting === 0 && missing === 'away') tell(null)
  }
}
