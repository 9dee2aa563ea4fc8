/** Prints the time limit of `.ci/run` from its start, in seconds. */
import { wholeLimitS } from './suiteList.ts'

console.log(wholeLimitS())
