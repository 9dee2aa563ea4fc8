import * as z from 'zod/mini'

// Zod compiles object parsers with `new Function` and probes for it when a schema is made; the page's content security
// policy forbids both. This module is imported first, so that it runs before the contract's schemas are made.
z.config({ jitless: true })
