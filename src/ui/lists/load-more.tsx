import { Button } from '#ui/button.tsx'

type LoadMoreProps = {
  /** Query from useInfiniteQuery. */
  query: {
    hasNextPage: boolean
    isPlaceholderData: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** Button for the next page of a list; absent on the last page, and while the rows are another filter's. */
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
