import { tasks } from 'virtual:help'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { HelpInline, HelpTask } from '#app/help-task.ts'
import { PublicPage } from '#app/pages/public-page.tsx'
import { SupportContact } from '#app/pages/support-contact.tsx'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Key } from '#ui/keys-button.tsx'
import { matches } from '#ui/lists/fold.ts'
import { EmptyState } from '#ui/states.tsx'

/** Help: tasks, each with its steps, its screen and the link to it. */
export function HelpPage() {
  const [query, setQuery] = useState('')
  const found = tasks.filter(task => matches(wordsIn(task), query))
  return (
    <PublicPage
      title="Ayuda"
      summary="Las tareas de cada día, paso a paso, con la pantalla en la que se hacen."
    >
      <div className="grid grid-cols-1 gap-4 print:hidden">
        <SearchField label="Buscar en la ayuda..." value={query} onChange={setQuery} />
        <p role="status" className="sr-only">
          {query === '' ? '' : `${found.length} de ${tasks.length} tareas`}
        </p>
        {found.length > 0 && <Index found={found} />}
      </div>
      {found.length === 0 && (
        <EmptyState
          title="Ninguna tarea habla de eso"
          action={<Button onClick={() => setQuery('')}>Ver todas</Button>}
        >
          Prueba con otra palabra, como pedido, contrato o remesa.
        </EmptyState>
      )}
      {found.map(task => (
        <TaskSection key={task.id} task={task} />
      ))}
      <p>
        ¿Lo hará un programa? Todo lo que hacen las pantallas está en la{' '}
        <a
          href="/api/docs"
          className="text-accent underline underline-offset-4 touch:inline-block touch:py-2"
        >
          API para programas
        </a>
        .
      </p>
      <SupportContact before="¿No está aquí lo que buscas? Escribe a" after="." />
    </PublicPage>
  )
}

function Index({ found }: { found: readonly HelpTask[] }) {
  return (
    <nav aria-label="Tareas">
      <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {found.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-8 items-center text-accent underline-offset-4 hover:underline touch:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TaskSection({ task }: { task: HelpTask }) {
  const { id, title, summary, picture, steps } = task
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-4 break-inside-avoid grid-cols-1 gap-4 border-t pt-6"
    >
      <div>
        <h2 id={`${id}-title`} className="font-semibold text-xl tracking-tight">
          {title}
        </h2>
        <p className="mt-1 text-ink-soft">
          <Sentence pieces={summary} />
        </p>
      </div>
      <ol className="grid list-decimal grid-cols-1 gap-2 pl-6 marker:font-medium marker:text-ink-soft">
        {steps.map(step => (
          <li key={textIn(step)} className="pl-1">
            <Sentence pieces={step} />
          </li>
        ))}
      </ol>
      <img
        src={picture.address}
        alt={picture.alt}
        width={1280}
        height={800}
        loading="lazy"
        className="h-auto w-full rounded-xl border"
      />
    </section>
  )
}

function Sentence({ pieces }: { pieces: readonly HelpInline[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: one button may be named twice, and a sentence never changes.
    <Piece key={index} piece={piece} />
  ))
}

function Piece({ piece }: { piece: HelpInline }) {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'button':
      return <strong className="font-semibold">{piece.text}</strong>
    case 'key':
      return <Key>{piece.text}</Key>
    case 'link':
      return (
        <Link to={piece.to} className="text-accent underline underline-offset-4">
          {piece.text}
        </Link>
      )
  }
}

const textIn = (pieces: readonly HelpInline[]): string => pieces.map(({ text }) => text).join('')

const wordsIn = ({ title, summary, steps }: HelpTask): string =>
  [title, textIn(summary), ...steps.map(textIn)].join(' ')
