/** When each problem happens and what to do about it, in Spanish, for its page. */
import type { CommonProblem } from '#kernel/problem.ts'

export type ProblemHelp = { readonly when: string; readonly todo: string }

/** Refusals of the business: each has its own sentence, and all of them the same remedy. */
export const refusalHelp: ProblemHelp = {
  when: 'La petición está bien escrita y quien la hace tiene acceso, pero la empresa no lo permite en este momento, por la razón que dice la frase. No se ha guardado nada.',
  todo: 'Lee de nuevo el objeto: su campo «can» dice qué se puede hacer ahora y por qué no lo demás. Si se quita la causa, repite la petición con una clave de idempotencia nueva. Repetirla tal cual dará la misma respuesta.',
}

const common: { readonly [kind in CommonProblem]: ProblemHelp } = {
  invalid: {
    when: 'Algún campo de la petición falta o no tiene la forma que se espera.',
    todo: 'La lista «issues» nombra cada campo con un puntero JSON y una frase. Corrige esos campos y repite la petición.',
  },
  bad_request: {
    when: 'La petición no es HTTP o JSON que se pueda leer.',
    todo: 'Revisa que el cuerpo sea JSON en UTF-8 y que se envíe con «Content-Type: application/json».',
  },
  unauthenticated: {
    when: 'Falta el token, ha caducado, o su sesión ha terminado.',
    todo: 'Renueva el token, o inicia sesión de nuevo, y repite la petición.',
  },
  forbidden: {
    when: 'Quien hace la petición existe y ha iniciado sesión, pero su rol no permite esta llamada.',
    todo: 'Pide a la administración de la empresa que la haga, o que te dé ese permiso.',
  },
  impersonating: {
    when: 'La sesión visualiza como otra persona, y así solo se puede leer.',
    todo: 'Termina la visualización y repite la petición con tu propia sesión.',
  },
  second_step_required: {
    when: 'La cuenta tiene verificación en dos pasos y esta sesión solo ha dado el primero.',
    todo: 'Da el segundo paso con un código de tu aplicación y repite la petición.',
  },
  second_factor_missing: {
    when: 'La empresa, o esta instalación, exige la verificación en dos pasos y la cuenta no la tiene.',
    todo: 'Actívala en tu perfil.',
  },
  confirmation_required: {
    when: 'La empresa pide que quien aprueba, libera o paga desde cierto monto confirme quién es, y la sesión no se ha confirmado en los últimos cinco minutos. Los «facts» dicen qué es («what», «id»), su monto, el de la empresa, de varios a la vez cuántos son y cuánto suman por moneda («count», «totals»: «1210000 EUR, 50000 USD»), y con qué se confirma la cuenta: «passkey», «code» o «password». Todo en falso: la cuenta no tiene con qué.',
    todo: 'Confirma la sesión en «/api/account/confirmations/…» y repite la petición con la misma clave de idempotencia.',
  },
  confirmation_by_person: {
    when: 'Lo mismo, y la petición la hace una clave de API, que no puede confirmar la identidad de nadie.',
    todo: 'Una persona lo aprueba, lo libera o lo paga en la pantalla.',
  },
  token_scope: {
    when: 'La clave de API no tiene el permiso que pide la operación («facts.scope» lo nombra), o la operación solo se hace con una sesión.',
    todo: 'Crea otra clave con ese permiso, o hazlo en la pantalla.',
  },
  not_found: {
    when: 'El objeto no existe, es de otra empresa, o quien pregunta no puede verlo: la respuesta es la misma.',
    todo: 'Comprueba el identificador y con qué cuenta y en qué empresa estás trabajando.',
  },
  method_not_allowed: {
    when: 'La dirección existe, pero no con ese método.',
    todo: 'Mira en la descripción de la API qué métodos admite.',
  },
  too_slow: {
    when: 'La petición no llegó entera a tiempo.',
    todo: 'Repítela con la misma clave de idempotencia, mejor con otra conexión.',
  },
  too_large: {
    when: 'El cuerpo pasa de lo admitido: 1 MB de JSON, o 10 MB de un archivo.',
    todo: 'Divide la petición, o reduce el archivo.',
  },
  unsupported_type: {
    when: 'El tipo de contenido no es JSON, o el archivo no es de un tipo que se guarde.',
    todo: 'Envía JSON con su cabecera, o un PDF, una imagen o un XML.',
  },
  idempotency_key_missing: {
    when: 'La llamada crea, decide o mueve dinero, y la cabecera «Idempotency-Key» falta o no tiene de 8 a 100 caracteres ASCII visibles.',
    todo: 'Genera un UUID para cada operación y repite siempre la misma petición con él.',
  },
  idempotency_key_reused: {
    when: 'La misma clave de idempotencia llegó antes con otro contenido.',
    todo: 'Usa una clave nueva para cada operación distinta.',
  },
  in_flight: {
    when: 'La misma petición, con la misma clave de idempotencia, todavía se está atendiendo.',
    todo: 'Espera un momento y repítela con la misma clave: recibirás su respuesta.',
  },
  too_many_requests: {
    when: 'Demasiadas peticiones seguidas de la misma persona, cuenta o dirección.',
    todo: 'Espera los segundos que dice la cabecera «Retry-After».',
  },
  too_many_exports: {
    when: 'La persona, o la empresa, tiene ya varias exportaciones en marcha.',
    todo: 'Espera a que termine una.',
  },
  storage_full: {
    when: 'No queda espacio para guardar archivos.',
    todo: 'Avisa a quien opera la instalación.',
  },
  storage_unavailable: {
    when: 'El almacén de archivos no responde.',
    todo: 'Avisa a quien opera la instalación y repite la petición más tarde.',
  },
  scanner_unavailable: {
    when: 'El antivirus no responde a tiempo, y ningún archivo se guarda sin su comprobación.',
    todo: 'Repite la subida más tarde; si sigue igual, avisa a quien opera la instalación.',
  },
  file_infected: {
    when: 'El antivirus ha encontrado un virus en el archivo: no se guarda.',
    todo: 'No lo envíes otra vez: revisa el equipo del que procede.',
  },
  file_damaged: {
    when: 'El archivo guardado falta, o sus bytes no son los que se subieron.',
    todo: 'Avisa a quien opera la instalación: se recupera de una copia de seguridad.',
  },
  busy: {
    when: 'La base de datos no responde a tiempo, o el servidor está a punto de parar.',
    todo: 'Repite la petición con la misma clave de idempotencia pasados los segundos de «Retry-After».',
  },
  unexpected: {
    when: 'Un fallo del servidor. Está anotado en su registro, con el «requestId» de la respuesta.',
    todo: 'Si se repite, avisa a quien opera la instalación y dale el «requestId».',
  },
}

export const problemHelp: { readonly [kind: string]: ProblemHelp } = common
