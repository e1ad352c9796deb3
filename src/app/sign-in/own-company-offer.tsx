import { type ReactNode, useEffect, useState } from 'react'
import { offersCompanies } from '#app/sign-in/meta.ts'

/** Its content where people make companies for themselves; nothing elsewhere. */
export function OwnCompanyOffer({ children }: { children: ReactNode }) {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => void offersCompanies().then(setOffered), [])
  return isOffered && children
}
