// Reads a stream of server-sent events as a browser would.

export type Heard = { readonly event: string; readonly data: ReturnType<typeof JSON.parse> }

/** @returns once the server has answered that the stream is open. */
export async function listenTo(origin: string, token: string) {
  const closing = new AbortController()
  const answer = await fetch(`${origin}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`)
  let heard: Heard[] = []
  const waiting = new Set<() => void>()
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of body) {
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      heard.push(...blocks.map(parsed))
      for (const wake of waiting) wake()
    }
  }
  const ended = read(answer.body).then(
    () => 'ended' as const,
    () => 'cut' as const,
  )
  return {
    heard: (): readonly Heard[] => heard,
    forget: () => {
      heard = []
    },
    /** Waits for an event; the test's own time is the limit. */
    until: (isIt: (heard: Heard) => boolean) =>
      new Promise<void>(resolve => {
        const look = () => {
          if (!heard.some(isIt)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    ended,
    close: () => closing.abort(),
  }
}

function parsed(block: string): Heard {
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return { event: line('event'), data: JSON.parse(line('data')) }
}
