import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { linkFile, listSentFiles, pictureFile } from '#features/files/wire.ts'
import { call } from '#ui/api.ts'
import { pageOptions } from '#ui/lists/pages.ts'

/** Shorter than the life of the server's links. */
const linkLastsMs = 4 * 60_000

/** Address that serves the file to this session; renewed before it expires while it is shown. */
export const fileLinkQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['files', 'link', fileId],
    queryFn: ({ signal }) => call(linkFile, { params: { fileId }, signal }),
    staleTime: linkLastsMs,
    gcTime: linkLastsMs,
    refetchInterval: linkLastsMs,
  })

const pictureComesMs = 2000

/** Picture of a file and its size; once made, it never changes. */
export const filePictureQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['files', 'picture', fileId],
    queryFn: ({ signal }) => call(pictureFile, { params: { fileId }, signal }),
    staleTime: ({ state }) => (state.data?.isComing ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) => (state.data?.isComing ? pictureComesMs : false),
  })

/** Files that this provider sent with its orders, newest first. */
export const sentFilesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['documents', 'sent-files'],
    queryFn: ({ pageParam, signal }) => call(listSentFiles, { query: { after: pageParam }, signal }),
    ...pageOptions,
  })
