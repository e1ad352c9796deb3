import { useEffect, useState } from 'react'
import { supportContact } from '#app/sign-in/meta.ts'

/** Link to whoever runs the service, where they have said how to reach them; `before` and `after` stand around it. */
export function SupportContact({ before, after }: { before: string; after: string }) {
  const [contact, setContact] = useState<string | null>(null)
  useEffect(() => void supportContact().then(setContact), [])
  if (contact === null) return null
  return (
    <p>
      {before}{' '}
      <a href={contact} className="text-accent underline underline-offset-4">
        {contact.replace(/^(mailto:|https:\/\/)/, '')}
      </a>
      {after}
    </p>
  )
}
