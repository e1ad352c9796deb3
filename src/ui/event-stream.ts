/**
 * Server-sent events read from a response that carries a token, which the browser's EventSource cannot send. By
 * hand: both ends are ours, and the registry's parser would cost every screen's first load 1.6 KB.
 */

export type StreamEvent = { readonly event: string; readonly data: unknown }

/** The events of a response, as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield eventFromBlock(block)
  }
}

function eventFromBlock(block: string): StreamEvent {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''
  return { event: field('event') || 'message', data: parseOrNull(field('data')) }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
