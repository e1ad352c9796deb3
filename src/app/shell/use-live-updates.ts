import { useEffect } from 'react'
import { followLive, type News } from '#app/live.ts'
import type { SessionUser } from '#app/session-user.ts'
import { unsent } from '#ui/hooks/unsent.ts'
import { queryClient } from '#ui/query-client.ts'

/** Slices of queries that a changed order may change. */
const orderSlices = new Set([
  'documents',
  'projects',
  'contracts',
  'approvals',
  'executions',
  'notices',
  'reports',
])
/** Slices of queries that changed bank data of a provider may change. */
const providerSlices = new Set(['providers', 'notices'])
/** Shortest time between two refreshes, however much happens in a company. */
const everyMs = 2_000

/** Keeps the screen up to date with other people's changes. An impersonation has a stream of its own. */
export function useLiveUpdates(user: SessionUser | null, isImpersonating: boolean): void {
  const isMember = user !== null && user.role !== 'admin_saas'
  const key = isMember ? [user.id, user.companyId, isImpersonating].join(':') : null
  useEffect(() => {
    if (key === null) return
    const refresher = new Refresher()
    const unsubscribe = followLive(key, news => refresher.add(news))
    return () => {
      unsubscribe()
      refresher.stop()
    }
  }, [key])
}

/**
 * Collects news, and reloads what is shown once the page is visible. Nothing changes while somebody has unsent
 * input: until it is sent or cleared only the bell is refreshed, and the server judges what is sent.
 */
class Refresher {
  #ids = new Set<string>()
  #isOfProviders = false
  #isAll = false
  #timer: ReturnType<typeof setTimeout> | null = null
  #lastRefresh = 0
  readonly #unsubscribe = unsent.whenNone(() => {
    if (this.#isAll || this.#isOfProviders || this.#ids.size > 0) this.#schedule()
  })

  add(news: News): void {
    if (news === 'all') this.#isAll = true
    else if (news === 'providers') this.#isOfProviders = true
    else for (const id of news.ids) this.#ids.add(id)
    this.#schedule()
  }

  stop(): void {
    this.#unsubscribe()
    if (this.#timer) clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#schedule)
  }

  readonly #schedule = (): void => {
    document.removeEventListener('visibilitychange', this.#schedule)
    if (this.#timer) return
    if (document.hidden) document.addEventListener('visibilitychange', this.#schedule)
    else
      this.#timer = setTimeout(() => this.#refresh(), Math.max(0, this.#lastRefresh + everyMs - Date.now()))
  }

  #refresh(): void {
    if (unsent.is()) {
      this.#timer = null
      void queryClient.invalidateQueries({ queryKey: ['notices'] })
      return
    }
    const ids = this.#ids
    const isAll = this.#isAll
    const isOfProviders = this.#isOfProviders || isAll
    this.#timer = null
    this.#lastRefresh = Date.now()
    this.#ids = new Set()
    this.#isOfProviders = false
    this.#isAll = false
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [slice, kind, ...rest] }) => {
        if (isOfProviders && providerSlices.has(String(slice))) return true
        if (!orderSlices.has(String(slice))) return false
        const isOneOrder = slice === 'documents' && (kind === 'one' || kind === 'timeline')
        return isAll || !isOneOrder || rest.some(part => ids.has(String(part)))
      },
    })
  }
}
