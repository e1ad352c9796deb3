import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { AttachmentWire } from '#features/documents/wire.ts'
import { fileLinkQuery, filePictureQuery } from '#features/files/web/queries.ts'
import { isPictured } from '#features/files/wire.ts'
import { Card } from '#ui/card.tsx'
import { sizeText } from '#ui/fields/size-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** First page of an order's first file, small, with its number of pages: what a decision on a phone is about. */
export function FirstPageCard({ files }: { files: readonly AttachmentWire[] }) {
  const [file] = files
  return file ? <FirstPage file={file} others={files.length - 1} /> : null
}

function FirstPage({ file, others }: { file: AttachmentWire; others: number }) {
  const link = useQuery(fileLinkQuery(file.fileId))
  const needsPicture = isPictured(file.mediaType)
  const picture = useQuery({ ...filePictureQuery(file.fileId), enabled: needsPicture })
  const made = picture.data?.picture ?? null
  // Without a picture the link opens the file itself.
  const address = link.data && (made ? `${link.data.url}?picture=1` : link.data.url)
  const isShowable = needsPicture ? made !== null : file.mediaType.startsWith('image/')
  // A request that failed ends the wait: the card then stands with the file's name alone.
  const isLoading = link.isPending || (needsPicture && (picture.isPending || picture.data?.isComing === true))
  const pages = made?.pages ?? null
  return (
    <Card aria-label="Primera página del adjunto" className="relative flex items-center gap-4 p-4">
      <div className="h-36 w-26 shrink-0 overflow-hidden rounded-md border bg-sunken">
        {isLoading ? (
          <Skeleton className="size-full rounded-none" />
        ) : isShowable && address ? (
          <img
            src={address}
            alt={`Primera página de ${file.name}`}
            className="size-full bg-white object-cover object-top"
          />
        ) : (
          <span className="grid size-full place-items-center">
            <FileText aria-hidden="true" className="size-8 text-ink-faint" />
          </span>
        )}
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere line-clamp-2 font-medium">{file.name}</p>
        <p className="figures text-ink-soft">
          {pages === null ? sizeText(file.size) : `Página 1 de ${pages}`}
        </p>
        {others > 0 && (
          <p className="text-ink-soft">{others === 1 ? 'y 1 archivo más' : `y ${others} archivos más`}</p>
        )}
        {address && (
          <a
            href={address}
            target="_blank"
            rel="noopener"
            className="mt-1 inline-flex min-h-11 items-center font-medium text-accent after:absolute after:inset-0"
          >
            {made ? 'Ver la página' : 'Ver el archivo'}
          </a>
        )}
      </div>
    </Card>
  )
}
