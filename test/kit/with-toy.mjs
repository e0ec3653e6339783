/** Loaded by Node before a sigma that knows the toy protocol too: its registry is another module, `?beside` a third. */
import { registerHooks } from 'node:module'

const registry = new URL(
  `../../packages/protocols/testing/${new URL(import.meta.url).search.slice(1) || 'kits'}.ts`,
  import.meta.url,
).href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === '@sigma/protocols' ? registry : specifier, context),
})
