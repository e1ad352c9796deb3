/** Introduction of the API's description: how to begin, and what holds for every call. */
export const introduction = `Con esta API se hace todo lo que hacen las pantallas: crear pedidos, aprobarlos, pagarlos, cerrar el mes.
La [guía](/api-docs/api.html), en inglés, dice cómo empezar; aquí está cada llamada.

**Sesión.** \`POST /auth/v1/token?grant_type=password\` con \`{"email", "password"}\` devuelve \`access_token\`, que va en \`Authorization: Bearer …\` y se renueva con \`grant_type=refresh_token\`.

**Claves de API.** Un programa usa una clave (\`vb_pat_…\`, \`vb_svc_…\`), que una persona crea en su perfil, o la administración en la configuración, y que va en la misma cabecera. Cada llamada nombra, en \`apiToken\`, el permiso que la clave necesita.

**Webhooks.** La administración los crea en la configuración: la aplicación llama a la dirección con cada hecho elegido, y firma como Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\` y \`webhook-signature\`. Lo que recibe está en \`webhooks\` de OpenAPI y en su [guía](/api-docs/webhooks.html).

**Montos.** Enteros de la unidad menor, como texto: \`{"minor": "125050", "currency": "EUR"}\` son 1.250,50 €. Nunca un número de JSON.

**Fechas.** Los días son \`AAAA-MM-DD\`, sin hora ni zona; los instantes, ISO 8601 con su desfase.

**Idempotencia.** Las llamadas que crean, deciden o mueven dinero exigen la cabecera \`Idempotency-Key\`: repetir la misma petición con la misma clave devuelve la misma respuesta y no hace nada otra vez.

**Páginas.** Una lista devuelve \`items\` y \`next\`; la página siguiente se pide con \`after=<next>\`, los mismos filtros y el mismo orden. \`next\` es nulo en la última.

**Problemas.** Todo error es \`application/problem+json\` (RFC 9457). \`type\` es estable y tiene su página (\`/problems/…\`); \`title\` es una frase para personas. 409: la empresa dice que no, y nada ha cambiado. 422: \`issues\` nombra cada campo; con una clave de API, también el que la llamada no conoce. 404: no existe o no lo ves.

**Versiones.** Esta es la versión 1. Pueden aparecer llamadas, campos en las respuestas, valores y tipos de problema nuevos: un cliente ignora lo que no conoce.`
