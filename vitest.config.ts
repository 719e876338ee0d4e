import { defineConfig, mergeConfig } from 'vitest/config'
import site from './vite.config.ts'

// Tests stand beside what they test.
export default mergeConfig(
  site,
  defineConfig({
    resolve: { conditions: ['browser'] }, // Svelte as it runs in pages, not as it runs in servers
    test: {
      environment: 'happy-dom',
      include: ['src/**/*.test.ts', '../src/meadhall/games/**/*.test.ts'],
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
)
