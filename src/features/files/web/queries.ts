import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { linkFile, listSentFiles, pictureFile } from '#features/files/wire.ts'
import { call } from '#ui/api.ts'
import { pageOptions } from '#ui/lists/pages.ts'

/** Less than what the server's links last. */
const linkLastsMs = 4 * 60_000

/** An address that serves the file to this session; renewed while it is shown, before it ends. */
export const fileLinkQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['files', 'link', fileId],
    queryFn: ({ signal }) => call(linkFile, { params: { fileId }, signal }),
    staleTime: linkLastsMs,
    gcTime: linkLastsMs,
    refetchInterval: linkLastsMs,
  })

const pictureComesMs = 2000

/** Whether there is a picture of the file, and its size: what there is never changes. */
export const filePictureQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['files', 'picture', fileId],
    queryFn: ({ signal }) => call(pictureFile, { params: { fileId }, signal }),
    staleTime: ({ state }) => (state.data?.isInitialLoading ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) => (state.data?.isInitialLoading ? pictureComesMs : false),
  })

/** What this provider sent with its orders, newest first. */
export const sentFilesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['documents', 'sent-files'],
    queryFn: ({ pageParam, signal }) => call(listSentFiles, { query: { after: pageParam }, signal }),
    ...pageOptions,
  })
