import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useImpersonation } from '#app/impersonation.ts'
import { noticesQuery } from '#features/notices/web/bell-queries.ts'
import { readNoticesOfOrderMutation } from '#features/notices/web/queries.ts'
import type { NoticeWire } from '#features/notices/wire.ts'
import { queryClient } from '#ui/query-client.ts'

/**
 * Marks what the bell says about an order as read when its page opens, by whichever way the person came. What happens
 * while the page is open stays unread: it may be in a tab that nobody looks at.
 */
export function useReadNotices(documentId: string): void {
  const isImpersonating = useImpersonation() !== null
  const { mutate } = useMutation(readNoticesOfOrderMutation)
  useEffect(() => {
    if (isImpersonating) return
    const read = async () => {
      const { items } = await queryClient.ensureQueryData(noticesQuery)
      if (items.some(notice => isAbout(notice, documentId))) mutate(documentId)
    }
    // Without the bell's notices, they stay unread.
    read().catch(() => {})
  }, [documentId, isImpersonating, mutate])
}

/** True for an unread notice of the order, and for one that stands for many, which may be among them. */
const isAbout = (notice: NoticeWire, documentId: string): boolean =>
  !notice.read && 'documentId' in notice && (notice.documentId === documentId || notice.alike > 1)
