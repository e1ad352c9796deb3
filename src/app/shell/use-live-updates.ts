import { useEffect } from 'react'
import { followLive, type News } from '#app/live.ts'
import type { SessionUser } from '#app/session-user.ts'
import { unsent } from '#ui/hooks/unsent.ts'
import { queryClient } from '#ui/query-client.ts'

/** What a changed order may change on a screen. */
const slices = new Set([
  'documents',
  'projects',
  'contracts',
  'approvals',
  'executions',
  'notices',
  'reports',
])
/** What is heard of providers is where they are paid. */
const slicesOfProviders = new Set(['providers', 'notices'])
/** However much happens in a company, a screen is drawn anew this often at most. */
const everyMs = 2_000

/** What is on the screen follows what others do. `isViewing`: whoever looks as somebody else has a stream apart. */
export function useLiveUpdates(user: SessionUser | null, isViewing: boolean): void {
  const isMember = user !== null && user.role !== 'admin_saas'
  const key = isMember ? [user.id, user.companyId, isViewing].join(':') : null
  useEffect(() => {
    if (key === null) return
    const refresher = new Refresher()
    const leave = followLive(key, news => refresher.hear(news))
    return () => {
      leave()
      refresher.stop()
    }
  }, [key])
}

/**
 * Gathers news, and asks again for what is shown once the page is looked at. Nothing moves under the hands of
 * somebody who writes: until that is sent or cleared only the bell follows, and the server is the judge.
 */
class Refresher {
  #ids = new Set<string>()
  #isOfProviders = false
  #isAll = false
  #timer: ReturnType<typeof setTimeout> | null = null
  #last = 0
  readonly #leave = unsent.whenNone(() => {
    if (this.#isAll || this.#isOfProviders || this.#ids.size > 0) this.#schedule()
  })

  hear(news: News): void {
    if (news === 'all') this.#isAll = true
    else if (news === 'providers') this.#isOfProviders = true
    else for (const id of news.ids) this.#ids.add(id)
    this.#schedule()
  }

  stop(): void {
    this.#leave()
    if (this.#timer) clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#schedule)
  }

  readonly #schedule = (): void => {
    document.removeEventListener('visibilitychange', this.#schedule)
    if (this.#timer) return
    if (document.hidden) document.addEventListener('visibilitychange', this.#schedule)
    else this.#timer = setTimeout(() => this.#refresh(), Math.max(0, this.#last + everyMs - Date.now()))
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
    this.#last = Date.now()
    this.#ids = new Set()
    this.#isOfProviders = false
    this.#isAll = false
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [slice, kind, ...rest] }) => {
        if (isOfProviders && slicesOfProviders.has(String(slice))) return true
        if (!slices.has(String(slice))) return false
        const isOneOrder = slice === 'documents' && (kind === 'one' || kind === 'timeline')
        return isAll || !isOneOrder || rest.some(part => ids.has(String(part)))
      },
    })
  }
}
