/**
 * Live updates: the server names changed orders, and the screen reloads what it shows. All tabs of a person
 * share one stream (browsers open few connections to one server): the tab that holds the lock reads it and
 * informs the others.
 */
import { useSyncExternalStore } from 'react'
import { ApiProblem, openStream } from '#ui/api.ts'
import { readEvents } from '#ui/event-stream.ts'

/** News of a stream: changed orders, changed bank data of a provider, or possibly anything. */
export type News = { readonly ids: readonly string[] } | 'providers' | 'all'
type NewsListener = (news: News) => void

/** Milliseconds before each try to reconnect; the last one repeats. Source: specification, section 9. */
const delays = [1_000, 2_000, 5_000, 10_000] as const
/**
 * The server sends something every 20 s: a stream silent for this long is dead, whatever the network reports.
 */
const silenceMs = 45_000

/** Follows the stream of the person that `key` names; returns a function that stops. */
export function followLive(key: string, onNews: NewsListener): () => void {
  const stopping = new AbortController()
  const name = `visto-bueno-vivo:${key}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<News>) => onNews(data)
  const shareNews: NewsListener = news => {
    onNews(news)
    channel.postMessage(news)
  }
  const { signal } = stopping
  // Only a page from a secure connection has locks: elsewhere each tab reads its own stream.
  const reading = navigator.locks
    ? navigator.locks.request(name, { signal }, () => listen(shareNews, signal))
    : listen(shareNews, signal)
  reading.catch(() => {})
  return () => {
    stopping.abort()
    channel.close()
    reachable.set(true)
  }
}

/** Reads the stream until `signal` aborts, and opens it again each time it ends. */
async function listen(onNews: NewsListener, signal: AbortSignal): Promise<void> {
  let failures = 0
  let isFirst = true
  while (!signal.aborted) {
    const outcome = await readOnce(signal, news => {
      failures = 0
      reachable.set(true)
      if (news !== 'ready') onNews(news)
      // Changes while nobody listened are not sent again: reload everything.
      else if (!isFirst) onNews('all')
      isFirst = false
    })
    if (outcome !== 'opened') failures++
    if (outcome === 'refused') reachable.set(true)
    else if (failures > 1 && !signal.aborted) reachable.set(false)
    await pause(delays[Math.min(Math.max(failures - 1, 0), delays.length - 1)] ?? 10_000, signal)
  }
}

/** Outcome of a stream. A server that refuses, as while a second factor is due, is reachable all the same. */
type Outcome = 'opened' | 'refused' | 'away'

/** Reads one stream to its end. */
async function readOnce(signal: AbortSignal, onEvent: (news: News | 'ready') => void): Promise<Outcome> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let outcome: Outcome = 'away'
  try {
    const body = await openStream('/api/live', AbortSignal.any([signal, silence.signal]))
    for await (const { event, data } of readEvents(body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      outcome = 'opened'
      if (event === 'ready' || event === 'providers' || event === 'all') onEvent(event)
      if (event === 'orders') onEvent({ ids: idsIn(data) })
    }
  } catch (error) {
    // Ended, refused or unreachable: it is retried.
    if (error instanceof ApiProblem && error.problem.status < 500) outcome = 'refused'
  }
  clearTimeout(timer)
  return outcome
}

/** Ids in the data of an event; none when it is malformed. */
function idsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('ids' in data) || !Array.isArray(data.ids)) return []
  return data.ids.filter(id => typeof id === 'string')
}

/** Pause that ends early when the network comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

/** Reachability of the server at the last tries, which the shell shows when it is lost. */
const reachable = {
  is: true,
  listeners: new Set<() => void>(),
  set(next: boolean): void {
    if (next === reachable.is) return
    reachable.is = next
    for (const listener of reachable.listeners) listener()
  },
}

/** True while the server was reached at the last tries. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    listener => {
      reachable.listeners.add(listener)
      return () => reachable.listeners.delete(listener)
    },
    () => reachable.is,
  )
}
