/**
 * Live updates: the server says which orders changed, and what is on the screen is asked for again. All tabs of
 * a person share one stream (browsers open few connections to one server): the tab that holds the lock reads
 * it and tells the others.
 */
import { useSyncExternalStore } from 'react'
import { ApiProblem, openStream } from '#ui/api.ts'
import { readEvents } from '#ui/event-stream.ts'

/** Some orders changed, or a provider's account, or anything may have. */
export type News = { readonly ids: readonly string[] } | 'providers' | 'all'
type Tell = (news: News) => void

/** Milliseconds before each try to reconnect; the last goes on. Source: specification, section 9. */
const delays = [1_000, 2_000, 5_000, 10_000] as const
/** The server says something every 20 s: a stream this silent is dead, whatever the network believes. */
const silenceMs = 45_000

/** Listens for whom `key` names until told to stop. */
export function followLive(key: string, tell: Tell): () => void {
  const stopping = new AbortController()
  const name = `visto-bueno-vivo:${key}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<News>) => tell(data)
  const tellAll: Tell = news => {
    tell(news)
    channel.postMessage(news)
  }
  const { signal } = stopping
  // Only a page that came over a safe connection has locks: elsewhere each tab listens for itself.
  const leading = navigator.locks
    ? navigator.locks.request(name, { signal }, () => listen(tellAll, signal))
    : listen(tellAll, signal)
  leading.catch(() => {})
  return () => {
    stopping.abort()
    channel.close()
    reachable.become(true)
  }
}

async function listen(tell: Tell, signal: AbortSignal): Promise<void> {
  let failures = 0
  let isFirst = true
  while (!signal.aborted) {
    const outcome = await readOnce(signal, news => {
      failures = 0
      reachable.become(true)
      if (news !== 'ready') tell(news)
      // What happened while nobody listened is not told again.
      else if (!isFirst) tell('all')
      isFirst = false
    })
    if (outcome !== 'opened') failures++
    if (outcome === 'refused') reachable.become(true)
    else if (failures > 1 && !signal.aborted) reachable.become(false)
    await pause(delays[Math.min(Math.max(failures - 1, 0), delays.length - 1)] ?? 10_000, signal)
  }
}

/** A server that refuses, as of whoever owes a second factor, is there all the same. */
type Outcome = 'opened' | 'refused' | 'away'

/** One stream, to its end. */
async function readOnce(signal: AbortSignal, hear: (news: News | 'ready') => void): Promise<Outcome> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let outcome: Outcome = 'away'
  try {
    const body = await openStream('/api/live', AbortSignal.any([signal, silence.signal]))
    for await (const { event, data } of readEvents(body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      outcome = 'opened'
      if (event === 'ready' || event === 'providers' || event === 'all') hear(event)
      if (event === 'orders') hear({ ids: idsIn(data) })
    }
  } catch (error) {
    // Ended, refused or out of reach: it is tried again.
    if (error instanceof ApiProblem && error.problem.status < 500) outcome = 'refused'
  }
  clearTimeout(timer)
  return outcome
}

function idsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('ids' in data) || !Array.isArray(data.ids)) return []
  return data.ids.filter(id => typeof id === 'string')
}

/** Ends early when the network comes back. */
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

/** Whether the server could be reached the last times: the shell says so when not. */
const reachable = {
  is: true,
  listeners: new Set<() => void>(),
  become(next: boolean): void {
    if (next === reachable.is) return
    reachable.is = next
    for (const listener of reachable.listeners) listener()
  },
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    listener => {
      reachable.listeners.add(listener)
      return () => reachable.listeners.delete(listener)
    },
    () => reachable.is,
  )
}
