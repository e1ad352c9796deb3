/** Problems that any endpoint may answer, with their status and Spanish title. */
export const commonProblems = {
  invalid: { status: 422, title: 'Revisa los datos marcados.' },
  bad_request: { status: 400, title: 'La petición no se entiende.' },
  unauthenticated: { status: 401, title: 'Tu sesión ha terminado. Vuelve a iniciar sesión.' },
  forbidden: { status: 403, title: 'No tienes permiso para hacer esto.' },
  token_scope: { status: 403, title: 'Esta clave de API no sirve para esta operación.' },
  impersonating: {
    status: 403,
    title: 'Estás visualizando como otro usuario: no puedes hacer cambios.',
  },
  second_step_required: {
    status: 403,
    title: 'Confirma tu identidad con el segundo paso para continuar.',
  },
  second_factor_missing: {
    status: 403,
    title: 'Tu cuenta necesita la verificación en dos pasos. Actívala en tu perfil para continuar.',
  },
  confirmation_required: {
    status: 403,
    title: 'Tu empresa pide confirmar antes quién eres.',
  },
  confirmation_by_person: {
    status: 403,
    title: 'Tu empresa pide que lo haga una persona.',
  },
  not_found: { status: 404, title: 'No existe o no tienes acceso.' },
  method_not_allowed: { status: 405, title: 'Esta dirección no admite esa operación.' },
  too_slow: { status: 408, title: 'La petición ha tardado demasiado en llegar.' },
  too_large: { status: 413, title: 'El archivo o la petición es demasiado grande.' },
  unsupported_type: { status: 415, title: 'Tipo de contenido no admitido.' },
  idempotency_key_missing: { status: 400, title: 'Falta la clave de idempotencia.' },
  idempotency_key_reused: { status: 422, title: 'Esta clave de idempotencia ya se usó con otros datos.' },
  in_flight: { status: 409, title: 'La misma operación está en curso. Espera un momento.' },
  too_many_requests: {
    status: 429,
    title: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  },
  too_many_exports: {
    status: 429,
    title: 'Ya hay varias exportaciones en marcha. Espera a que termine una y vuelve a intentarlo.',
  },
  storage_full: { status: 507, title: 'No queda espacio para guardar archivos. Avisa a la administración.' },
  storage_unavailable: {
    status: 503,
    title:
      'El almacén de archivos no responde: ahora mismo no se pueden guardar ni abrir. Inténtalo en unos minutos; si sigue igual, avisa a la administración.',
  },
  scanner_unavailable: {
    status: 503,
    title:
      'Ahora mismo no se puede comprobar que el archivo no lleve virus, y sin esa comprobación no se guarda. Inténtalo en unos minutos; si sigue igual, avisa a la administración.',
  },
  file_infected: {
    status: 422,
    title: 'El archivo lleva un virus y no se ha guardado.',
  },
  file_damaged: {
    status: 503,
    title: 'El archivo guardado falta o no es el que se subió. Avisa a la administración.',
  },
  busy: { status: 503, title: 'El sistema está ocupado. Inténtalo de nuevo en unos segundos.' },
  unexpected: { status: 500, title: 'Se ha producido un error inesperado. Ya lo hemos registrado.' },
} as const

export type CommonProblem = keyof typeof commonProblems
