package theorem
import ("testing";"lastiterate/bounds/run")
func TestA1Try(t *testing.T){
 r:=run.Run{N:20,B:5,T:40,Eta:.1,Clip:2,Sigma:1,Noise:run.IterateNoise,Diameter:.3,Adjacency:run.Replace,Scheme:run.Cyclic,Loss:run.Smooth,Smoothness:.1,Clipping:run.ClippingActive}
 for j:=0;j<=4;j++ { r.Position=j; g:=prove(t,ChienLiA1,r); t.Log(j,g.RDP(2)) 
  if p,ok:=g.Path(); ok {t.Log(p.Tau,len(p.A), p.A[len(p.A)-4:], p.S[len(p.S)-4:])}}
}
