import { ChevronRight, Mail } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { type DemoAccount, demoAccounts } from '#app/sign-in/meta.ts'
import { classes } from '#ui/classes.ts'

/** Accounts that the box shows by itself: one of each role. Source: decisions, section 2. */
const shownFirst = 4

type Choose = (account: DemoAccount) => void

/** Accounts of the demo, where the server offers them. Choosing one fills the form. */
export function DemoAccounts({ onChoose }: { onChoose: Choose }) {
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([])
  useEffect(() => {
    void demoAccounts().then(setAccounts)
  }, [])
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demo" className="rounded-xl border bg-surface p-4">
      <h2 id="demo" className="font-semibold">
        Accesos de demostración
      </h2>
      <p className="mt-0.5 text-ink-faint text-xs">
        Cualquier contraseña sirve para las cuentas de demostración: elige una y se rellena sola.
      </p>
      <Accounts accounts={accounts.slice(0, shownFirst)} onChoose={onChoose} />
      {accounts.length > shownFirst && (
        <MoreAccounts accounts={accounts.slice(shownFirst)} onChoose={onChoose} />
      )}
      <a
        href="/dev/outbox"
        className="mt-1 flex min-h-9 items-center gap-2 border-t pt-2 text-accent text-sm hover:underline touch:min-h-11"
      >
        <Mail aria-hidden="true" className="size-4" />
        Ver los correos enviados
      </a>
    </section>
  )
}

/** Further accounts, collapsed: the box's own are enough for most. */
function MoreAccounts(props: { accounts: readonly DemoAccount[]; onChoose: Choose }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-1.5 text-left text-ink-soft text-sm hover:underline touch:min-h-11"
      >
        <ChevronRight
          aria-hidden="true"
          className={classes(
            'size-4 shrink-0 text-ink-faint transition-transform motion-reduce:transition-none',
            isOpen && 'rotate-90',
          )}
        />
        Más cuentas de demostración
      </button>
      <div id={id} hidden={!isOpen}>
        <Accounts {...props} />
      </div>
    </>
  )
}

function Accounts({ accounts, onChoose }: { accounts: readonly DemoAccount[]; onChoose: Choose }) {
  return (
    <ul className="mt-2 grid grid-cols-1">
      {accounts.map(account => (
        <li key={account.email}>
          <button
            type="button"
            onClick={() => onChoose(account)}
            className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1 text-left hover:bg-hover touch:min-h-11"
          >
            <span className="font-medium">{account.label}</span>
            <span className="text-ink-faint text-xs">{account.email}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
