import { expect, test } from "bun:test";
import { boundIn } from "./angular-template.ts";

test.each([
  ["<p>{{ [|total|] | price }} total</p>"],
  ['<b total="1" (click)="add([|total|].x)" [style.width.%]="![|total|]">total</b>'],
  ['<app-cart [[|total|]]="n" [([|total|])]="m" [|total|]="3" title="total"></app-cart>'],
  ['<li *ngFor="let x of [|total|]; trackBy: y">{{ totals + x.[|total|] }}</li>'],
  ["@if ([|total|] > 1) { total } @for (x of [|total|](); track x.id) { total }"],
  ["@for (x of xs; track x.[|total|]) { total } @for (x of xs; track key(x, ([|total|]))) { total }"],
  ["@if (a({ b: ')' }); as [|total|]) { total } @let y = { x: [|total|] }; total"],
  ["@defer (on timer(5s); prefetch when [|total|]) { total } @else if ([|total|]) { total } @switch ([|total|]"],
])("the places where a template binds a name: %s", (marked) => {
  const parts = marked.split(/\[\||\|\]/);
  const template = parts.join("");
  const wanted = parts.flatMap((_, at) => (at % 2 === 0 ? [] : [parts.slice(0, at).join("").length]));
  expect(boundIn(template, "total")).toEqual(wanted);
});
