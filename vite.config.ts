import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The shell lives in web/, the boards in their rooms; both are built into the Python package.
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [svelte({ configFile: false })],
  resolve: {
    alias: {
      $web: fileURLToPath(new URL('web/src', import.meta.url)),
      $look: fileURLToPath(new URL('src/meadhall/look', import.meta.url)),
      $games: fileURLToPath(new URL('src/meadhall/games', import.meta.url)),
    },
  },
  build: { outDir: '../src/meadhall/static', emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
})
