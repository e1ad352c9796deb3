import { Button } from '#ui/button.tsx'

type LoadMoreProps = {
  /** What useInfiniteQuery made. */
  query: {
    hasNextPage: boolean
    isPlaceholderData: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** The next page of a list, below it; nothing when there is none, or while the rows are another list's. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage || query.isPlaceholderData) return null
  return (
    <div className="mt-1 grid justify-items-center">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Cargar más
      </Button>
    </div>
  )
}
