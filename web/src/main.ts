import { mount } from 'svelte'
import App from './App.svelte'
import { installed } from './sw/installed.svelte'
import './fonts.css'
import '$look/tokens.css'
import './app.css'
import './table.css'

mount(App, { target: document.body })
if (import.meta.env.PROD) addEventListener('load', () => void installed.start())
