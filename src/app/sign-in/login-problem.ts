/** What the sign-in screen says above its form. */
export type LoginProblem = {
  message: string
  /** The address that waits for its confirmation, which may be mailed again. */
  unconfirmed: string | null
}

export const problem = (message: string): LoginProblem => ({ message, unconfirmed: null })

/** Somebody has just registered with this address, and is told here what comes next. */
export type Registered = { email: string; mustConfirm: boolean }

declare module '@tanstack/react-router' {
  interface HistoryState {
    registered?: Registered
  }
}
