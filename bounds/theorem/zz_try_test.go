package theorem
import ("testing";"lastiterate/bounds/run";"time")
func TestA1Try(t *testing.T){
 r:=run.Run{N:20,B:5,T:60,Eta:.1,Clip:2,Sigma:.05,Noise:run.IterateNoise,Diameter:.02,Adjacency:run.Replace,Scheme:run.WithoutReplacement,Loss:run.Smooth,Smoothness:1,Clipping:run.ClippingActive}
 at:=time.Now(); g:=prove(t,ChienLi312,r); t.Log(g.RDP(2),time.Since(at))
 p,_:=newSampledPrice(.25,.05/.08,2,2./2/.05/.05)
 for i:=range p.beta { if p.gap[i]||i==0||i==len(p.beta)-1 {t.Log(i,p.beta[i],p.q[i],p.a[i],p.gap[i])}}
 for n:=1;n<5;n++{r.T=n; t.Log(n,prove(t,ChienLi312,r).RDP(2))}
}
