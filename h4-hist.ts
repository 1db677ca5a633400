// usage: node h4-hist.ts engine count sabotage|- [processes] [first]
const base='/tmp/w/h4/test/refunds/histories/';
const { runHistories, seedsFrom } = await import(base+'run-histories.ts');
const [engine, count, sab, procs='1', first] = process.argv.slice(2);
let n=0, red=0, firstRed: number|undefined; const seen=new Map();
const t=Date.now();
await runHistories({engine: engine as any, seeds: seedsFrom(first?Number(first):Math.floor(Math.random()*1e9)+1, Number(count)), processes:Number(procs), sabotage: sab==='-'?undefined:sab,
 onLived:({seed,violation,seen:own})=>{n++; if(violation!==undefined){red++; firstRed??=n; if(red<=(Number(process.env.SHOW)||1)) console.log('RED',seed, sab==='-'?violation:violation.split('\n')[0]);}
 for(const [k,v] of Object.entries(own)) seen.set(k,(seen.get(k)??0)+(v as number)); return process.env.ALL? false : sab!=='-' && red>0; }});
console.log(sab, 'lived',n,'red',red,'first',firstRed, ((Date.now()-t)/n).toFixed(1)+' ms each', [...seen].map(([k,v])=>`${v} ${k}`).join(', '));
