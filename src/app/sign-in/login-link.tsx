import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { classes } from '#ui/classes.ts'

const look =
  'inline-flex min-h-9 items-center justify-center rounded-md font-medium text-accent text-sm hover:underline touch:min-h-11'

/** Button beside a form, for another way to go on. */
export function LoginAction({ className, ...rest }: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...rest} className={classes(look, className)} />
}

/** Link with the look of `LoginAction`. Takes the router's link props. */
export const LoginLink = createLink(({ className, ...rest }: ComponentPropsWithRef<'a'>) => (
  <a {...rest} className={classes(look, className)} />
))
