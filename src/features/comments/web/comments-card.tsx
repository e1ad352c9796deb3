import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark, Paperclip, Reply } from 'lucide-react'
import { Suspense, useState } from 'react'
import { commentsQuery } from '#features/comments/web/queries.ts'
import type { CommentWire, listComments } from '#features/comments/wire.ts'
import { PreviewPanel } from '#features/files/web/preview-panel.tsx'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { failureMessage } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** Loaded when somebody writes: the card of most orders is only read. */
const CommentForm = late(async () => (await import('#features/comments/web/comment-form.tsx')).CommentForm)

/** Comments of people of the company and its client on an order, and questions to its requester. */
export function CommentsCard({ documentId }: { documentId: string }) {
  const query = useQuery(commentsQuery(documentId))
  const open = query.data?.items.filter(({ isOpen }) => isOpen).length ?? 0
  return (
    <Card aria-labelledby="comments-title">
      <CardHeader
        id="comments-title"
        title={
          query.data && query.data.items.length > 0
            ? `Conversación (${query.data.items.length})`
            : 'Conversación'
        }
        note="La leen la empresa y su cliente; el proveedor, no. Sale en la constancia."
        actions={
          open > 0 && (
            <Badge tone="caution" icon={<CircleQuestionMark aria-hidden="true" />}>
              {open === 1 ? '1 pregunta abierta' : `${open} preguntas abiertas`}
            </Badge>
          )
        }
      />
      <CardBody>
        {query.data ? (
          <Conversation documentId={documentId} said={query.data} />
        ) : query.error ? (
          <ErrorState
            message={failureMessage(query.error)}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : (
          <div role="status" aria-label="Cargando la conversación">
            <Skeleton className="h-24 w-full" />
          </div>
        )}
      </CardBody>
    </Card>
  )
}

type ConversationProps = { documentId: string; said: ResponseOf<typeof listComments> }

function Conversation({ documentId, said }: ConversationProps) {
  // Message being written: one by itself, or the answer to a question, by its id.
  const [writing, write] = useState<'message' | string | null>(null)
  const question = said.items.find(({ id, isOpen }) => id === writing && isOpen) ?? null
  return (
    <div className="grid grid-cols-1 gap-5">
      {said.items.length === 0 ? (
        <EmptyState title="Nadie ha escrito nada sobre este pedido." />
      ) : (
        <ol aria-label="Lo dicho hasta ahora" className="grid grid-cols-1 gap-4">
          {said.items.map(comment => (
            <li key={comment.id}>
              <Comment
                comment={comment}
                question={said.items.find(({ id }) => id === comment.answers)}
                onAnswer={() => write(comment.id)}
              />
            </li>
          ))}
        </ol>
      )}
      {said.can.comment !== true ? (
        <p className="text-ink-soft">{said.can.comment.text}</p>
      ) : writing === null ? (
        <div>
          <Button onClick={() => write('message')}>Escribir un mensaje</Button>
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <CommentForm
            key={question?.id ?? 'message'}
            documentId={documentId}
            said={said}
            question={question}
            onDone={() => write(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

type CommentProps = { comment: CommentWire; question: CommentWire | undefined; onAnswer: () => void }

function Comment({ comment, question, onAnswer }: CommentProps) {
  const { authorName, at, text, askedName, mentioned, files, isOpen } = comment
  const told = [...new Set(askedName === null ? mentioned : [askedName, ...mentioned])]
  return (
    <article className="grid grid-cols-1 gap-1.5 border-line border-l-2 pl-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{authorName}</span>
        <span className="text-ink-faint text-xs">
          <Instant value={at} exact />
        </span>
        {askedName !== null && (
          <Badge tone={isOpen ? 'caution' : 'positive'} icon={<CircleQuestionMark aria-hidden="true" />}>
            {isOpen ? 'Pregunta abierta' : 'Pregunta respondida'}
          </Badge>
        )}
      </p>
      {question && (
        <p className="flex items-start gap-1.5 text-ink-soft">
          <Reply aria-hidden="true" className="mt-1 size-3.5 shrink-0" />
          <span className="line-clamp-2">
            Responde a {question.authorName}: «{question.text}»
          </span>
        </p>
      )}
      <p className="whitespace-pre-line break-words">{text}</p>
      {told.length > 0 && <p className="text-ink-soft">Para {told.join(', ')}</p>}
      {files.length > 0 && <Files files={files} />}
      {isOpen && comment.can.answer === true && (
        <div>
          <Button size="sm" onClick={onAnswer}>
            Responder
          </Button>
        </div>
      )}
    </article>
  )
}

function Files({ files }: { files: CommentWire['files'] }) {
  const [shownId, show] = useState<string | null>(null)
  const shown = files.find(({ fileId }) => fileId === shownId)
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul aria-label="Archivos del mensaje" className="flex flex-wrap gap-2">
        {files.map(({ fileId, name }) => (
          <li key={fileId} className="max-w-full">
            <Button
              size="sm"
              aria-expanded={fileId === shownId}
              onClick={() => show(fileId === shownId ? null : fileId)}
            >
              <Paperclip aria-hidden="true" />
              <span className="truncate">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {shown && <PreviewPanel file={shown} height="h-80" />}
    </div>
  )
}
