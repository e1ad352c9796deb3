import { Moon, Sun } from 'lucide-react'
import { setTheme, useIsDark } from '#app/theme.ts'
import { Button } from '#ui/button.tsx'

/** Button that changes between the light and the dark theme. */
export function ThemeButton() {
  const isDark = useIsDark()
  const Icon = isDark ? Sun : Moon
  const name = isDark ? 'Usar el tema claro' : 'Usar el tema oscuro'
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={name}
      title={name}
      icon={<Icon aria-hidden="true" />}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  )
}
