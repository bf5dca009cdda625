// Rewrites the lines 'Held by' of docs/guarantees.md from the titles of all tests.
import { writeFileSync } from 'node:fs';
import { documentPath, readDocument, withHolders } from './document.ts';
import { holdersOf, namesInTests } from './titles.ts';

writeFileSync(documentPath, withHolders(readDocument(), holdersOf(namesInTests())));
