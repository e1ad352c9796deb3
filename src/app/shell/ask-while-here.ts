/** A question that is asked once of whoever is signed in, and ends with them. */
type Presence = {
  /** Person and company of the session. */
  readonly whoWorksWhere: () => string
  readonly subscribe: (listener: () => void) => () => void
}

/** Asks; what it shows is taken away when `over` aborts. */
type Ask = (over: AbortSignal) => Promise<boolean>

/**
 * Makes the function that asks: once, also where several calls wait for the answer, and with false as soon as somebody else
 * works here, or the same person elsewhere. What one of them began is not gone on with by another.
 */
export function askWhileHere({ whoWorksWhere, subscribe }: Presence): (ask: Ask) => Promise<boolean> {
  let open: { readonly who: string; readonly answer: Promise<boolean> } | null = null
  const begin = async (who: string, ask: Ask): Promise<boolean> => {
    const over = new AbortController()
    const end = subscribe(() => whoWorksWhere() !== who && over.abort())
    try {
      return (await ask(over.signal)) && !over.signal.aborted && whoWorksWhere() === who
    } finally {
      end()
    }
  }
  return async ask => {
    const who = whoWorksWhere()
    const asked = open?.who === who ? open : { who, answer: begin(who, ask) }
    open = asked
    try {
      return await asked.answer
    } finally {
      if (open === asked) open = null
    }
  }
}
