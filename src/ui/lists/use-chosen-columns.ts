/** Columns that a person chose for a table: those of the address, else those chosen last on this device. */
import { useState } from 'react'
import { useSearchChange, useSearchParam } from '#ui/address.ts'

const prefix = 'columnas:'

export type ChosenColumns = {
  /** Names of the chosen columns as the address has them; undefined for the table's own. */
  chosen: string | undefined
  /** Chooses columns; undefined goes back to the table's own. */
  choose: (next: string | undefined) => void
}

/** `key` names the person and the table. */
export function useChosenColumns(key: string): ChosenColumns {
  const inAddress = useSearchParam('columns')
  const change = useSearchChange()
  const [kept, setKept] = useState(() => localStorage.getItem(prefix + key) ?? undefined)
  return {
    chosen: inAddress ?? kept,
    choose: next => {
      if (next === undefined) localStorage.removeItem(prefix + key)
      else localStorage.setItem(prefix + key, next)
      setKept(next)
      change({ columns: next })
    },
  }
}
