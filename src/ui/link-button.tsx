import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'

type LinkLookProps = ComponentPropsWithRef<'a'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link that looks like a button: it goes somewhere, it does nothing. Takes the router's link props. */
export const LinkButton = createLink(LinkLook)

function LinkLook({ variant = 'secondary', size = 'md', icon, className, children, ...rest }: LinkLookProps) {
  return (
    <a {...rest} className={classes(buttonClasses(variant, size), className)}>
      {icon}
      {children}
    </a>
  )
}
