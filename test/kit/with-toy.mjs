/** Loaded by Node before a sigma that knows the toy protocol too: its registry is another module. */
import { registerHooks } from 'node:module'

const registry = new URL('../../packages/protocols/testing/kits.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === '@sigma/protocols' ? registry : specifier, context),
})
